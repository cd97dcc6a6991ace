import type { HandledStep } from './finish-steps.ts';
import type { RecordedStep } from './run-step.ts';

/** Maximum outcomes recorded in one group. */
const maxGroupSize = 100;

/**
 * Records outcomes by group commit: outcomes that arrive during a commit form the next group. Many outcomes take few
 * transactions, and a single outcome is not delayed.
 */
export const createGroupRecords = (
  record: (handled: readonly HandledStep[]) => Promise<readonly RecordedStep[]>,
): ((handled: HandledStep) => Promise<RecordedStep>) => {
  const pending: { readonly handled: HandledStep; readonly resolve: (recorded: RecordedStep) => void }[] = [];
  let isRecording = false;

  const flush = async (): Promise<void> => {
    if (isRecording) return;
    isRecording = true;
    try {
      while (pending.length > 0) {
        const group = pending.splice(0, maxGroupSize);
        let recorded: readonly RecordedStep[];
        try {
          recorded = await record(group.map(({ handled }) => handled));
        } catch (error) {
          recorded = group.map(({ handled }) => ({ handled, error }));
        }
        const byStep = new Map(recorded.map((each) => [each.handled.step.step_id, each]));
        for (const { handled, resolve } of group) resolve(byStep.get(handled.step.step_id) ?? { handled });
      }
    } finally {
      isRecording = false;
    }
  };

  return (handled) =>
    new Promise((resolve) => {
      pending.push({ handled, resolve });
      void flush();
    });
};
