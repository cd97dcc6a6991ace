import { nameOf } from '@cfs/contracts/name-of';
import { serviceLevelClockKinds } from '@cfs/contracts/service-level-enumerations';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { TimerHandler } from '../../../platform/durable-work/step-handler.ts';
import type { Services } from '../../../platform/services.ts';
import { alarmOf, breachedClock } from './clock-state.ts';
import type { ClockRow } from './clock-table.ts';
import { readClockRows } from './read-clock-rows.ts';
import { clockOfKey, storeClocks } from './store-clocks.ts';

/** The functions of work units that clocks use. */
export interface ClockNeeds {
  /** Locks a unit until the transaction ends, without waiting; resolves with whether it succeeded. */
  readonly lockUnit: (db: ScopedDatabase, tenantId: string, workUnitId: number) => Promise<boolean>;
  /** Raises an event of a locked unit for its protocol, and records it with `detail` in its stream. */
  readonly raiseEvent: (
    services: Pick<Services, 'work'>,
    db: ScopedDatabase,
    context: Context,
    raised: {
      readonly tenantId: string;
      readonly workUnitId: number;
      readonly event: 'OnServiceLevelWarning' | 'OnServiceLevelBreach';
      readonly detail: string;
    },
  ) => Promise<void>;
}

/** Delay after which a timer retries if the unit is locked by a change. */
const busyMilliseconds = 500;
const minuteMilliseconds = 60_000;

const lateness = (due: Date | null, now: Date): string => {
  const late = due === null ? 0 : Math.floor((now.getTime() - due.getTime()) / minuteMilliseconds);
  return late < 1 ? '' : ` (${late} min late)`;
};

const alarm = (clock: ClockRow, raise: 'warning' | 'breach', now: Date) => {
  const kind = nameOf(serviceLevelClockKinds, clock.kind);
  if (raise === 'warning')
    return {
      event: 'OnServiceLevelWarning',
      detail: `OnServiceLevelWarning: ${kind}, ${clock.warning_percent} % of the target${lateness(clock.warning_due, now)}`,
      clock: { ...clock, warning_raised: now },
    } as const;
  const breached = breachedClock(clock);
  return {
    event: 'OnServiceLevelBreach',
    detail: `OnServiceLevelBreach: ${kind}${lateness(breached.breached, now)}`,
    clock: { ...breached, breach_raised: now, warning_raised: clock.warning_raised ?? now },
  } as const;
};

/**
 * Raises the warning or the breach of a clock once, in the transaction of its timer. If the unit is locked, the timer
 * retries shortly instead of waiting, since the change that holds the unit may wait for this timer: a deadlock.
 */
export const fireClockTimer =
  ({ lockUnit, raiseEvent }: ClockNeeds): TimerHandler<Services> =>
  async (db, { context }, { tenantId, key }, services) => {
    const { workUnitId, kind } = clockOfKey(key);
    const now = context.clock.now();
    const find = async () => (await readClockRows(db, { tenantId, workUnitId })).find((clock) => clock.kind === kind);
    if (!(await find())) return undefined;
    if (!(await lockUnit(db, tenantId, workUnitId))) return new Date(now.getTime() + busyMilliseconds);
    const clock = await find();
    if (!clock) return undefined;
    const { raise, next } = alarmOf(clock, now);
    if (raise === undefined) return next;
    const raised = alarm(clock, raise, now);
    await storeClocks(services, db, context, [raised.clock]);
    await raiseEvent(services, db, context, { tenantId, workUnitId, event: raised.event, detail: raised.detail });
    return next;
  };
