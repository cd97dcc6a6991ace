import { createHash } from 'node:crypto';

/** When a recurring operation is due, by the system clock. */
export interface Schedule {
  readonly intervalMilliseconds: number;
  /** Offset of the operation within the interval: it spreads machines and operations, and is stable across restarts. */
  readonly phaseMilliseconds: number;
}

export const scheduleOf = (deviceOperationId: string, intervalSeconds: number): Schedule => {
  const intervalMilliseconds = intervalSeconds * 1_000;
  const share = createHash('sha256').update(deviceOperationId).digest().readUInt32BE() / 2 ** 32;
  return { intervalMilliseconds, phaseMilliseconds: Math.floor(share * intervalMilliseconds) };
};

/** The first due time after `now`, both in milliseconds since the epoch; without jitter. */
export const nextDue = ({ intervalMilliseconds, phaseMilliseconds }: Schedule, now: number): number => {
  const passed = Math.floor((now - phaseMilliseconds) / intervalMilliseconds);
  return (passed + 1) * intervalMilliseconds + phaseMilliseconds;
};
