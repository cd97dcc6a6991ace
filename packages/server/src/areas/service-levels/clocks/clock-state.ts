import { serviceLevelClockKinds, serviceLevelOutcomes } from '@cfs/contracts/service-level-enumerations';
import { workUnitStates } from '@cfs/contracts/work-unit-enumerations';
import type { BusinessTime } from '../calendars/business-time.ts';
import type { ClockRow } from './clock-table.ts';

/** The facts of a unit that its clocks depend on; enumerations by their numbers. */
export interface UnitFacts {
  readonly state: number;
  readonly severity: number;
  readonly work_unit_type_id: number;
  readonly assigned_to: string | null;
}

/** A target of one kind, as it applies to a unit. */
export interface AppliedTarget {
  readonly minutes: number;
  readonly warningPercent: number;
  readonly calendarId: string | null;
}

/** What a clock does in a state. */
export type Motion = 'running' | 'paused' | 'ended' | 'canceled';

const minuteMilliseconds = 60_000;
const { Response, Resolution } = serviceLevelClockKinds;
const { New, OnHold, Resolved, Closed, Canceled } = workUnitStates;

/** Returns the motion of a clock of a kind in a state of its unit (docs/reference/service-levels.md#clocks). */
export const motionIn = (kind: number, state: number): Motion => {
  if (state === Canceled) return 'canceled';
  if (kind === Response) return state === New ? 'running' : 'ended';
  if (state === Resolved || state === Closed) return 'ended';
  return state === OnHold ? 'paused' : 'running';
};

/** Whether a change that leaves the unit New counts as the response: it assigns the unit to a person. */
const isResponse = (before: UnitFacts, after: UnitFacts): boolean =>
  after.assigned_to !== null && after.assigned_to !== before.assigned_to;

/** Returns the current motion of the clock. One that was canceled after its target had passed counts as ended. */
export const motionOf = (clock: ClockRow): Motion => {
  if (clock.ended !== null) return clock.outcome === null ? 'canceled' : 'ended';
  return clock.running_since === null ? 'paused' : 'running';
};

/**
 * Returns the motion of a clock after a change of its unit. A response that has ended stays ended, and a cancellation
 * keeps the outcome of a clock that has ended.
 */
export const motionAfter = (clock: ClockRow, before: UnitFacts, after: UnitFacts): Motion => {
  const motion = motionIn(clock.kind, after.state);
  const hasEnded = motionOf(clock) === 'ended';
  if (clock.kind === Resolution) return motion === 'canceled' && hasEnded ? 'ended' : motion;
  return hasEnded || (motion === 'running' && isResponse(before, after)) ? 'ended' : motion;
};

const targetOf = (clock: ClockRow): number => clock.target_minutes * minuteMilliseconds;
const warningOf = (clock: ClockRow): number => (targetOf(clock) * clock.warning_percent) / 100;

/** Returns the clock with its target breached at the due time; unchanged if it is breached already or not running. */
export const breachedClock = (clock: ClockRow): ClockRow =>
  clock.breached !== null || clock.due === null
    ? clock
    : { ...clock, breached: clock.due, outcome: serviceLevelOutcomes.Breached, settled: clock.due };

/**
 * Stops a running clock: adds the business time since its start to the elapsed time; breaches a target that has passed.
 */
const stopped = (clock: ClockRow, now: Date, time: BusinessTime): ClockRow => {
  if (clock.running_since === null) return clock;
  const passed = time.between(clock.running_since.getTime(), now.getTime());
  return {
    ...(clock.due !== null && clock.due <= now ? breachedClock(clock) : clock),
    elapsed_milliseconds: clock.elapsed_milliseconds + passed,
    running_since: null,
    due: null,
    warning_due: null,
  };
};

const dateAfter = (time: BusinessTime, from: Date, length: number): Date | null => {
  const moment = time.after(from.getTime(), length);
  return moment === undefined ? null : new Date(moment);
};

/** Applies a motion to a stopped clock. */
const setInMotion = (clock: ClockRow, motion: Motion, now: Date, time: BusinessTime): ClockRow => {
  const { elapsed_milliseconds: elapsed, breached } = clock;
  const outcomeSoFar =
    breached === null
      ? { outcome: null, settled: null }
      : { outcome: serviceLevelOutcomes.Breached, settled: breached };
  if (motion === 'ended') {
    const ended = clock.ended ?? now;
    return breached === null
      ? { ...clock, ended, outcome: serviceLevelOutcomes.Met, settled: ended }
      : { ...clock, ...outcomeSoFar, ended };
  }
  if (motion === 'canceled') return { ...clock, ...outcomeSoFar, ended: clock.ended ?? now };
  const open = { ...clock, ...outcomeSoFar, ended: null };
  return motion === 'paused'
    ? open
    : {
        ...open,
        running_since: now,
        due: dateAfter(time, now, targetOf(clock) - elapsed),
        warning_due: clock.warning_raised === null ? dateAfter(time, now, warningOf(clock) - elapsed) : null,
      };
};

/** Returns the clock in the given motion; the unchanged clock if it has that motion already. */
export const withMotion = (clock: ClockRow, motion: Motion, now: Date, time: BusinessTime): ClockRow =>
  motionOf(clock) === motion ? clock : setInMotion(stopped(clock, now, time), motion, now, time);

/**
 * Returns an open clock with another target, keeping its elapsed business time. A breach is withdrawn if the new target
 * has not passed, and a warning if its share of the new target has not passed. A paused clock whose new target has
 * passed is breached now; a running one is breached by its timer.
 */
export const retargeted = (
  clock: ClockRow,
  facts: UnitFacts,
  target: AppliedTarget,
  motion: Motion,
  now: Date,
  times: { readonly before: BusinessTime; readonly after: BusinessTime },
): ClockRow => {
  const still = stopped(clock, now, times.before);
  const next: ClockRow = {
    ...still,
    work_unit_type_id: facts.work_unit_type_id,
    severity: facts.severity,
    target_minutes: target.minutes,
    warning_percent: target.warningPercent,
    business_calendar_id: target.calendarId,
  };
  const isWithin = next.elapsed_milliseconds < targetOf(next);
  const isUnwarned = next.elapsed_milliseconds < warningOf(next);
  // A paused clock has no due time at which a timer would raise the breach.
  const isPassed = !isWithin && next.breached === null && motion === 'paused';
  return setInMotion(
    {
      ...next,
      ...(isWithin && { breached: null, breach_raised: null }),
      ...(isPassed && { breached: now }),
      ...(isUnwarned && { warning_raised: null }),
    },
    motion,
    now,
    times.after,
  );
};

/** Creates a clock of a unit that starts now. */
export const newClock = (
  key: { readonly tenantId: string; readonly workUnitId: number; readonly kind: number },
  facts: UnitFacts,
  target: AppliedTarget,
  motion: Motion,
  now: Date,
  time: BusinessTime,
): ClockRow =>
  setInMotion(
    {
      tenant_id: key.tenantId,
      work_unit_id: key.workUnitId,
      kind: key.kind,
      work_unit_type_id: facts.work_unit_type_id,
      severity: facts.severity,
      target_minutes: target.minutes,
      warning_percent: target.warningPercent,
      business_calendar_id: target.calendarId,
      started: now,
      elapsed_milliseconds: 0,
      running_since: null,
      due: null,
      warning_due: null,
      breached: null,
      warning_raised: null,
      breach_raised: null,
      ended: null,
      outcome: null,
      settled: null,
    },
    motion,
    now,
    time,
  );

/** The event that a clock raises now, and the time of its next check. */
export interface ClockAlarm {
  readonly raise: 'warning' | 'breach' | undefined;
  /** When the next event is due. */
  readonly next: Date | undefined;
}

/**
 * Returns the event that is due and has not been raised. A breach is raised even if the clock has stopped since; a
 * warning is skipped if the clock has stopped or the target has passed.
 */
export const alarmOf = (clock: ClockRow, now: Date): ClockAlarm => {
  const none = { raise: undefined, next: undefined };
  if (clock.breach_raised === null && (clock.breached !== null || (clock.due !== null && clock.due <= now)))
    return { raise: 'breach', next: undefined };
  if (clock.running_since === null) return none;
  const due = clock.breach_raised === null ? (clock.due ?? undefined) : undefined;
  if (clock.warning_raised === null && clock.breached === null && clock.warning_due !== null)
    return clock.warning_due <= now ? { raise: 'warning', next: due } : { raise: undefined, next: clock.warning_due };
  return { raise: undefined, next: due };
};

/** Returns the columns of the unit: when its next target is due, or the least time left of its paused clocks. */
export const timeLeftOf = (
  clocks: readonly ClockRow[],
): { readonly due_time: Date | null; readonly paused_time_left: number | null } => {
  const due = clocks.flatMap((clock) => (clock.due === null ? [] : [clock.due.getTime()]));
  if (due.length > 0) return { due_time: new Date(Math.min(...due)), paused_time_left: null };
  const left = clocks.flatMap((clock) => (motionOf(clock) === 'paused' ? [pausedTimeLeft(clock)] : []));
  return { due_time: null, paused_time_left: left.length > 0 ? Math.min(...left) : null };
};

/** Whole minutes that are left of a paused clock. */
export const pausedTimeLeft = (clock: ClockRow): number =>
  Math.floor((targetOf(clock) - clock.elapsed_milliseconds) / minuteMilliseconds);
