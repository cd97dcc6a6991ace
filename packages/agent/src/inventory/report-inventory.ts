import { createHash } from 'node:crypto';
import type { InventoryReport } from '@cfs/contracts/agent-inventory';
import { reasonOf, type Log } from '../log.ts';
import { pause } from '../retry.ts';
import { ServerError } from '../server-client.ts';
import type { Session } from '../session.ts';

const minuteMilliseconds = 60_000;
const hourMilliseconds = 60 * minuteMilliseconds;

/** When the machine is looked at, in milliseconds. */
export interface InventoryTimes {
  /** Longest wait before the first look: agents that start together report one after the other. */
  readonly first: number;
  /** From look to look. */
  readonly look: number;
  /** An inventory that has not changed is sent again after this time. */
  readonly repeat: number;
  /** From a report that failed to the next look. */
  readonly failed: number;
}

const usualTimes = { look: hourMilliseconds, repeat: 24 * hourMilliseconds, failed: 10 * minuteMilliseconds } as const;

/** A machine that has just been promoted reports immediately. */
export const inventoryTimes = (isKnown: boolean): InventoryTimes => ({
  ...usualTimes,
  first: isKnown ? 10 * minuteMilliseconds : 5_000,
});

/** SHA-256 of a report without what changes by itself. */
const digestOf = ({ operatingSystem, disks, ...rest }: InventoryReport): string => {
  const steady = {
    ...rest,
    operatingSystem: { ...operatingSystem, bootTime: null },
    disks: disks.map((disk) => ({ ...disk, freeBytes: 0 })),
  };
  return createHash('sha256').update(JSON.stringify(steady)).digest('hex');
};

/** Sends the inventory after the start, when it has changed, and once a day. Nothing that fails here ends the agent. */
export const reportInventory = async (options: {
  readonly session: Session;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly times: InventoryTimes;
  readonly collect: () => Promise<InventoryReport>;
}): Promise<void> => {
  const { session, log, signal, times, collect } = options;
  let sent: { readonly digest: string; readonly at: number } | undefined;

  const look = async (): Promise<number> => {
    try {
      const report = await collect();
      const digest = digestOf(report);
      const isDue = !sent || sent.digest !== digest || performance.now() - sent.at >= times.repeat;
      if (!isDue || signal.aborted) return times.look;
      await session.call({ method: 'POST', path: '/v1/agents/inventory', body: report });
      sent = { digest, at: performance.now() };
      log.info('inventory sent', { software: report.software.length, omitted: report.softwareOmitted });
      return times.look;
    } catch (error) {
      if (!signal.aborted) log.warn('the inventory could not be sent', { reason: reasonOf(error) });
      return error instanceof ServerError && error.retryAfter !== undefined ? error.retryAfter : times.failed;
    }
  };

  await pause(Math.random() * times.first, signal);
  while (!signal.aborted) {
    const wait = await look();
    // Machines that were installed together do not report together.
    await pause(wait * (0.9 + Math.random() * 0.2), signal);
  }
};
