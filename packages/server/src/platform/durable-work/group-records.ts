import type { HandledStep } from './finish-steps.ts';
import type { RecordedStep } from './run-step.ts';

/** Steps that are recorded together at most. */
const recordedAtOnce = 100;

/**
 * Records outcomes in groups: those that come in while a group is being recorded are the next group, so that many cost
 * few transactions and a single one does not wait.
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
        const group = pending.splice(0, recordedAtOnce);
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
