import { createHash } from 'node:crypto';
import type { InventoryReport } from '@cfs/contracts/agent-inventory';
import { reasonOf, type Log } from '../log.ts';
import { pause } from '../retry.ts';
import { ServerError } from '../server-client.ts';
import type { Session } from '../session.ts';

const minuteMilliseconds = 60_000;
const hourMilliseconds = 60 * minuteMilliseconds;

/** Times between inventories, in milliseconds. */
export interface InventoryTimes {
  /**
   * Maximum of the random delay before the first inventory, so that agents that start together do not report together.
   */
  readonly first: number;
  /** From one inventory to the next. */
  readonly look: number;
  /** An inventory that has not changed is sent again after this time. */
  readonly repeat: number;
  /** From a failed report to the next inventory. */
  readonly failed: number;
}

const usualTimes = { look: hourMilliseconds, repeat: 24 * hourMilliseconds, failed: 10 * minuteMilliseconds } as const;

/** A machine that has just been promoted reports within five seconds. */
export const inventoryTimes = (isKnown: boolean): InventoryTimes => ({
  ...usualTimes,
  first: isKnown ? 10 * minuteMilliseconds : 5_000,
});

/** SHA-256 of a report without values that vary constantly: boot time and free disk space. */
const digestOf = ({ operatingSystem, disks, ...rest }: InventoryReport): string => {
  const steady = {
    ...rest,
    operatingSystem: { ...operatingSystem, bootTime: null },
    disks: disks.map((disk) => ({ ...disk, freeBytes: 0 })),
  };
  return createHash('sha256').update(JSON.stringify(steady)).digest('hex');
};

/** Sends the inventory after the start, when it has changed, and once a day. A failure never ends the agent. */
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
    // Jitter, so that machines that were installed together do not report together.
    await pause(wait * (0.9 + Math.random() * 0.2), signal);
  }
};
