import type { InstallReports } from '@cfs/contracts/agent-installs';
import { reasonOf, type Log } from '../log.ts';
import { pause, retry } from '../retry.ts';
import type { Session } from '../session.ts';

export type InstallReport = InstallReports[number];

/**
 * Reports the state of packages: of each package the newest state, until the server acknowledges it. The removal of a
 * version is reported even if its package is installed again.
 */
export interface InstallReporter {
  report(report: InstallReport): void;
}

/** Minimum pause between reports, such as of the progress of a download. */
const minPauseMilliseconds = 1_000;
const maxReports = 200;

const keyOf = ({ packageId, packageVersionId, state }: InstallReport): string =>
  state === 'Removed' ? `${packageId} ${packageVersionId}` : packageId;

export const createInstallReporter = (options: {
  readonly session: Session;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly onAcknowledged: (report: InstallReport) => void;
}): InstallReporter => {
  const { session, log, signal, onAcknowledged } = options;
  const waiting = new Map<string, InstallReport>();
  let sending: Promise<void> | undefined;

  const send = async (): Promise<void> => {
    while (waiting.size > 0 && !signal.aborted) {
      const reports = [...waiting.values()].slice(0, maxReports);
      await retry('the report of installations', { log, signal }, () =>
        session.call({ method: 'POST', path: '/v1/agents/installations', body: reports }),
      );
      for (const report of reports) {
        if (waiting.get(keyOf(report)) !== report) continue;
        waiting.delete(keyOf(report));
        onAcknowledged(report);
      }
      await pause(minPauseMilliseconds, signal);
    }
  };

  return {
    report: (report) => {
      // Moved to the end, so that the server receives the reports of a package in the order of their states.
      waiting.delete(keyOf(report));
      waiting.set(keyOf(report), report);
      sending ??= send()
        .catch((error: unknown) => {
          if (signal.aborted) return;
          waiting.clear();
          log.error('the server rejected the reports of installations', { reason: reasonOf(error) });
        })
        .finally(() => {
          sending = undefined;
        });
    },
  };
};
