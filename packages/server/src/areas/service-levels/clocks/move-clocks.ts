import { serviceLevelClockKinds } from '@cfs/contracts/service-level-enumerations';
import type { Context } from '../../../platform/context.ts';
import { settleAll } from '../../../platform/database/settle-all.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { findBusinessTimes, type BusinessTimes } from '../calendars/find-business-times.ts';
import { findTargets, type UnitTargets } from '../targets/find-targets.ts';
import {
  withMotion,
  motionAfter,
  motionIn,
  motionOf,
  newClock,
  retargeted,
  timeLeftOf,
  type Motion,
  type UnitFacts,
} from './clock-state.ts';
import type { ClockRow } from './clock-table.ts';
import { readClockRows } from './read-clock-rows.ts';
import { storeClocks } from './store-clocks.ts';

interface UnitKey {
  readonly tenantId: string;
  readonly workUnitId: number;
}

const isOpen = (motion: Motion): boolean => motion === 'running' || motion === 'paused';

const choosesOtherTarget = (before: UnitFacts, after: UnitFacts): boolean =>
  before.severity !== after.severity || before.work_unit_type_id !== after.work_unit_type_id;

/** Whether a change of a unit may affect its clocks. */
const concernsClocks = (before: UnitFacts, after: UnitFacts): boolean =>
  before.state !== after.state || before.assigned_to !== after.assigned_to || choosesOtherTarget(before, after);

interface Moving {
  readonly before: UnitFacts;
  readonly after: UnitFacts;
  readonly targets: UnitTargets;
  readonly times: BusinessTimes;
  readonly now: Date;
}

/** Returns the clock after a change; `undefined` if no target applies to it any more. */
const clockAfter = (clock: ClockRow, { before, after, targets, times, now }: Moving): ClockRow | undefined => {
  const motion = motionAfter(clock, before, after);
  const isReopened = !isOpen(motionOf(clock)) && isOpen(motion);
  const isOther = clock.severity !== after.severity || clock.work_unit_type_id !== after.work_unit_type_id;
  const stays = !isOpen(motion) || !(isReopened || isOther);
  const time = times(clock.business_calendar_id);
  if (stays) return withMotion(clock, motion, now, time);
  const target = targets.get(clock.kind);
  return target && retargeted(clock, after, target, motion, now, { before: time, after: times(target.calendarId) });
};

/** Creates the clocks of missing kinds for a change that reopens the unit or chooses another target. */
const startedClocks = (
  clocks: readonly ClockRow[],
  key: UnitKey,
  { before, after, targets, times, now }: Moving,
): ClockRow[] => {
  const kinds = new Set(clocks.map(({ kind }) => kind));
  return [...targets].flatMap(([kind, target]) => {
    const motion = motionIn(kind, after.state);
    const isReopened = !isOpen(motionIn(kind, before.state));
    if (kinds.has(kind) || !isOpen(motion) || !(isReopened || choosesOtherTarget(before, after))) return [];
    return [newClock({ ...key, kind }, after, target, motion, now, times(target.calendarId))];
  });
};

const removeClocks = async (db: ScopedDatabase, key: UnitKey, kinds: readonly number[]): Promise<void> => {
  if (kinds.length === 0) return;
  await db
    .deleteFrom('service_level_clocks')
    .where('tenant_id', '=', key.tenantId)
    .where('work_unit_id', '=', key.workUnitId)
    .where('kind', 'in', kinds)
    .execute();
};

/**
 * Updates the clocks of a unit for a change, in its transaction and under the unit's lock. Reads shared rows. Resolves
 * with the columns of the unit; `undefined` if the change affects no clock.
 */
export const moveClocks = async (
  services: Pick<Services, 'work'>,
  db: ScopedDatabase,
  context: Context,
  key: UnitKey,
  before: UnitFacts,
  after: UnitFacts,
): Promise<ReturnType<typeof timeLeftOf> | undefined> => {
  if (!concernsClocks(before, after)) return undefined;
  const [clocks, targets] = await settleAll([readClockRows(db, key), findTargets(db, key.tenantId, after)]);
  const times = await findBusinessTimes(db, [
    ...clocks.map((clock) => clock.business_calendar_id),
    ...[...targets.values()].map(({ calendarId }) => calendarId),
  ]);
  const moving: Moving = { before, after, targets, times, now: context.clock.now() };
  const kept = clocks.flatMap((clock) => clockAfter(clock, moving) ?? []);
  const started = startedClocks(clocks, key, moving);
  const keptKinds = new Set(kept.map(({ kind }) => kind));
  await removeClocks(
    db,
    key,
    clocks.map(({ kind }) => kind).filter((kind) => !keptKinds.has(kind)),
  );
  await storeClocks(services, db, context, [...kept.filter((clock) => !clocks.includes(clock)), ...started]);
  return timeLeftOf([...kept, ...started]);
};

/**
 * Ends the response clock of a locked unit on an external note. Resolves with the columns of the unit; `undefined` if
 * there is no response clock that has not ended.
 */
export const endResponse = async (
  services: Pick<Services, 'work'>,
  db: ScopedDatabase,
  context: Context,
  key: UnitKey,
): Promise<ReturnType<typeof timeLeftOf> | undefined> => {
  const clocks = await readClockRows(db, key);
  const running = clocks.filter((clock) => clock.kind === serviceLevelClockKinds.Response && clock.ended === null);
  if (running.length === 0) return undefined;
  const times = await findBusinessTimes(
    db,
    running.map((clock) => clock.business_calendar_id),
  );
  const now = context.clock.now();
  const ended = new Map(
    running.map((clock) => [clock.kind, withMotion(clock, 'ended', now, times(clock.business_calendar_id))]),
  );
  await storeClocks(services, db, context, [...ended.values()]);
  return timeLeftOf(clocks.map((clock) => ended.get(clock.kind) ?? clock));
};
