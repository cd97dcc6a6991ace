import { rollOutStates } from '@cfs/contracts/roll-out-enumerations';
import type { RollOutStageSummary } from '@cfs/contracts/roll-outs';
import type { Change } from '../../platform/audit/change.ts';
import { systemContext } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { TimerHandler } from '../../platform/durable-work/step-handler.ts';
import type { Services } from '../../platform/services.ts';
import { assignVersions, hasVersion, revertVersions } from './assign-versions.ts';
import { chooseDevices } from './choose-devices.ts';
import { followInstallations, followLateDevices } from './follow-installations.ts';
import { toRollOut } from './roll-out-entity.ts';
import type { RollOutRow } from './roll-out-tables.ts';
import { healthyAt } from './healthy-at.ts';
import { completedPauseMilliseconds, rollOutPauseMilliseconds } from './roll-out-timer.ts';
import { summarizeRollOut } from './summarize-roll-out.ts';

/** Delay before the timer fires again while a command holds the lock of the roll-out. */
const busyMilliseconds = 500;

/** Changes the roll-out and writes an audit record. */
const changeRollOut = async (
  db: ScopedDatabase,
  change: Change,
  row: RollOutRow,
  values: Partial<Pick<RollOutRow, 'state' | 'stage' | 'settled' | 'detail' | 'ended' | 'takes_back'>>,
): Promise<void> => {
  const changed = await db
    .updateTable('roll_outs')
    .set({ ...values, ...change.modified(row) })
    .where('tenant_id', '=', row.tenant_id)
    .where('roll_out_id', '=', row.roll_out_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await change.record({
    entity: 'RollOut',
    id: row.roll_out_id,
    tenantId: row.tenant_id,
    before: toRollOut(row),
    after: toRollOut(changed),
  });
};

const stop = async (db: ScopedDatabase, change: Change, row: RollOutRow, detail: string): Promise<void> => {
  const { Stopped } = rollOutStates;
  const ended = change.context.clock.now();
  await changeRollOut(db, change, row, { state: Stopped, settled: null, detail, ended, takes_back: true });
};

/**
 * Takes the version back from a batch of devices. Resolves with whether there may be more. After the last batch, the
 * package can have another roll-out.
 */
const takeBack = async (db: ScopedDatabase, change: Change, row: RollOutRow): Promise<boolean> => {
  if (await revertVersions(db, change, row)) return true;
  change.exempt('roll_outs', 'internal');
  await db
    .updateTable('roll_outs')
    .set({ takes_back: false })
    .where('tenant_id', '=', row.tenant_id)
    .where('roll_out_id', '=', row.roll_out_id)
    .execute();
  return false;
};

/** Returns the reason to stop a roll-out; `undefined` while no stage has too many failures. */
export const failureOf = (stages: readonly RollOutStageSummary[], failurePercent: number): string | undefined => {
  const failed = stages.find((each) => each.failed > 0 && each.failed * 100 >= failurePercent * each.devices);
  if (!failed) return undefined;
  const share = Math.round((failed.failed * 100) / failed.devices);
  return `${failed.failed} of ${failed.devices} devices of stage ${failed.stage} failed: ${share} %, the limit is ${failurePercent} %.`;
};

/** Whether all devices up to the stage have installed the version, except those that do not report. */
const hasSettled = (stages: readonly RollOutStageSummary[], stage: number): boolean =>
  stages.every((each) => each.stage > stage || each.waiting + each.installing === 0);

/**
 * Starts the next stage, or completes the roll-out after the last one, once the current stage has been healthy long
 * enough. Resolves with whether it did.
 */
const advanceStage = async (
  db: ScopedDatabase,
  change: Change,
  row: RollOutRow,
  stages: readonly RollOutStageSummary[],
): Promise<boolean> => {
  const now = change.context.clock.now();
  const settled = hasSettled(stages, row.stage) ? (row.settled ?? now) : null;
  const isHealthy = settled !== null && now >= healthyAt(row, settled);
  if (isHealthy && row.stage < stages.length) {
    await changeRollOut(db, change, row, { stage: row.stage + 1, settled: null });
    return true;
  }
  if (isHealthy) {
    await changeRollOut(db, change, row, { state: rollOutStates.Completed, settled, ended: now });
    return true;
  }
  if (settled?.getTime() !== row.settled?.getTime()) {
    change.exempt('roll_outs', 'internal');
    await db
      .updateTable('roll_outs')
      .set({ settled })
      .where('tenant_id', '=', row.tenant_id)
      .where('roll_out_id', '=', row.roll_out_id)
      .execute();
  }
  return false;
};

/** Performs one step of a running or paused roll-out. Resolves with whether the next one follows immediately. */
const takeStep = async (db: ScopedDatabase, change: Change, row: RollOutRow): Promise<boolean> => {
  const now = change.context.clock.now();
  await followInstallations(db, row, now);
  const stages = await summarizeRollOut(db, row, now);
  const failure = failureOf(stages, row.failure_percent);
  if (failure !== undefined) {
    await stop(db, change, row, failure);
    return true;
  }
  if (row.state !== rollOutStates.Running) return false;
  if (!(await hasVersion(db, row.tenant_id, row.package_version_id))) {
    await stop(db, change, row, 'The version was deleted.');
    return true;
  }
  if (await assignVersions(db, change, row)) return true;
  return advanceStage(db, change, row, stages);
};

/** Whether the roll-out exists. */
const exists = async (db: ScopedDatabase, tenantId: string, rollOutId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('roll_outs')
    .select('roll_out_id')
    .where('tenant_id', '=', tenantId)
    .where('roll_out_id', '=', rollOutId)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Drives a roll-out: chooses the remaining devices, adopts the reports of its devices, stops it after too many
 * failures, and assigns the version to the next devices. After a stop or an abort, takes the version back from the
 * devices that have not installed it. After its completion, follows the devices that had failed or not reported until
 * then. Runs in the transaction of the timer, so only one node does so at a time. If a command holds the lock of the
 * roll-out, the timer fires again shortly instead of waiting.
 */
export const advanceRollOut: TimerHandler<Services> = async (db, worker, { tenantId, key }, { clock }) => {
  const change = worker.as(systemContext({ name: 'roll-out', clock, tenantId }));
  const row = await db
    .selectFrom('roll_outs')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('roll_out_id', '=', key)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  const now = clock.now();
  if (!row) return (await exists(db, tenantId, key)) ? new Date(now.getTime() + busyMilliseconds) : undefined;
  if (row.state === rollOutStates.Completed) {
    const pause = completedPauseMilliseconds(now.getTime() - (row.ended ?? now).getTime());
    return (await followLateDevices(db, row, now)) ? new Date(now.getTime() + pause) : undefined;
  }
  if (row.state === rollOutStates.Stopped || row.state === rollOutStates.Aborted) {
    // Devices that have installed the version since the last run keep it and are shown as Installed.
    await followInstallations(db, row, now);
    return (await takeBack(db, change, row)) ? now : undefined;
  }
  if (row.choice !== null) {
    await chooseDevices(db, change, row);
    return now;
  }
  return (await takeStep(db, change, row)) ? now : new Date(now.getTime() + rollOutPauseMilliseconds);
};
