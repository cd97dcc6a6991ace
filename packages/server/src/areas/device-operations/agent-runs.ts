import type { RunClaim, RunClaimed, RunReport } from '@cfs/contracts/agent-operations';
import { runOutcomeNumbers } from '@cfs/contracts/device-operations';
import { runLimits } from '@cfs/contracts/operation-enumerations';
import type { Selectable } from 'kysely';
import type { Change } from '../../platform/audit/change.ts';
import { systemContext, type Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { conflict, notFound } from '../../platform/problems.ts';
import type { TimerHandler } from '../../platform/durable-work/step-handler.ts';
import type { Services } from '../../platform/services.ts';
import { raiseConfigurationVersion } from '../devices/raise-configuration-version.ts';
import type { DeviceOperationRunTable } from './device-operation-tables.ts';
import { findRunTimeout } from './find-run-timeout.ts';
import type { PackageProgramsReader } from './package-programs.ts';
import { isQueued } from './queue-runs.ts';

type Needs = Pick<Services, 'gate' | 'clock' | 'work'>;
type Run = Selectable<DeviceOperationRunTable>;

/** The device whose agent calls. */
interface Device {
  readonly tenantId: string;
  readonly deviceId: string;
}

/** Kind of the timer that ends a run whose lease has expired; its key is the completion token. */
export const runLeaseTimer = 'operation-run-lease';

/** Length of the lease of a run, in seconds. */
export const leaseSecondsOf = (timeoutSeconds: number): number => timeoutSeconds + runLimits.leaseMarginSeconds;

/**
 * Locks the device, its operation and the run in this order, and returns them. Includes deleted operations, because
 * their runs may still end.
 *
 * @throws 404 if the device is deleted or has no such operation.
 */
const lockRun = async (
  db: ScopedDatabase,
  { tenantId, deviceId }: Device,
  deviceOperationId: string,
  completionToken: string,
) => {
  const device = await db
    .selectFrom('devices')
    .select(['device_id', 'enabled'])
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('is_deleted', '=', false)
    .forUpdate()
    .executeTakeFirst();
  const operation = await db
    .selectFrom('device_operations')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('device_operation_id', '=', deviceOperationId)
    .where('device_id', '=', deviceId)
    .forUpdate()
    .executeTakeFirst();
  if (!device || !operation) throw notFound('Device Operation');
  const run = await db
    .selectFrom('device_operation_runs')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('completion_token', '=', completionToken)
    .where('device_operation_id', '=', deviceOperationId)
    .forUpdate()
    .executeTakeFirst();
  return { device, operation, run };
};

const asAgent = <Result>(
  { gate, clock }: Pick<Services, 'gate' | 'clock'>,
  tenantId: string,
  write: (db: ScopedDatabase, change: Change) => Promise<Result>,
): Promise<Result> => {
  const context: Context = systemContext({ name: 'agent', clock, tenantId });
  return gate.write(context, { permission: 'Devices:edit', shared: true }, (db, change) => {
    change.exempt('device_operations', 'telemetry');
    return write(db, change);
  });
};

/**
 * Claims a queued run under a run id that the agent has generated. Idempotent: repeating a claim returns the same
 * lease.
 *
 * @throws 404 for an operation of another device; 409 if the run is claimed under another id, has ended or is no longer
 * queued, or if the operation or its device is disabled.
 */
export const claimRun = (
  services: Needs,
  readPrograms: PackageProgramsReader,
  device: Device,
  deviceOperationId: string,
  { completionToken, runId }: RunClaim,
): Promise<RunClaimed> =>
  asAgent(services, device.tenantId, async (db) => {
    const held = await lockRun(db, device, deviceOperationId, completionToken);
    const { operation, run } = held;
    const isCurrent = isQueued(operation) && operation.completion_token === completionToken;
    if (!run || !isCurrent || run.ended !== null) throw conflict('The run is no longer queued.');
    if (run.run_id !== null) {
      if (run.run_id !== runId || run.lease_expires === null) throw conflict('The run has already been claimed.');
      return { leaseExpires: run.lease_expires.toISOString() };
    }
    if (!operation.enabled || operation.is_deleted || !held.device.enabled)
      throw conflict('The operation or its device is disabled.');
    const leaseSeconds = leaseSecondsOf(await findRunTimeout(db, readPrograms, operation));
    const leaseExpires = new Date(services.clock.now().getTime() + leaseSeconds * 1_000);
    await db
      .updateTable('device_operation_runs')
      .set({ run_id: runId, lease_expires: leaseExpires, started: services.clock.now() })
      .where('tenant_id', '=', device.tenantId)
      .where('completion_token', '=', completionToken)
      .execute();
    const { tenantId } = device;
    await services.work.schedule(db, [{ tenantId, kind: runLeaseTimer, key: completionToken, due: leaseExpires }]);
    return { leaseExpires: leaseExpires.toISOString() };
  });

/**
 * Ends a run. If it is the queued run of its operation, the operation is complete and the agent's configuration no
 * longer contains the run.
 */
const endRun = async (
  db: ScopedDatabase,
  change: Change,
  run: Run,
  columns: Pick<Run, 'outcome'> & Partial<Run>,
): Promise<void> => {
  await db
    .updateTable('device_operation_runs')
    .set({ ...columns, ended: change.context.clock.now() })
    .where('tenant_id', '=', run.tenant_id)
    .where('completion_token', '=', run.completion_token)
    .execute();
  const completed = await db
    .updateTable('device_operations')
    .set({ operation_complete: true })
    .where('tenant_id', '=', run.tenant_id)
    .where('device_operation_id', '=', run.device_operation_id)
    .where('completion_token', '=', run.completion_token)
    .returning('device_id')
    .execute();
  await raiseConfigurationVersion(
    db,
    change,
    run.tenant_id,
    completed.map((row) => row.device_id),
  );
};

/**
 * Records the outcome of a claimed run. Idempotent: a repeated report changes nothing. A report after the lease has
 * expired replaces Lost.
 *
 * @throws 404 for an operation of another device; 409 for another token or run id.
 */
export const completeRun = (
  services: Needs,
  device: Device,
  deviceOperationId: string,
  report: RunReport,
): Promise<void> =>
  asAgent(services, device.tenantId, async (db, change) => {
    const { run } = await lockRun(db, device, deviceOperationId, report.completionToken);
    if (!run || run.run_id !== report.runId) throw conflict('This run was not claimed by the agent.');
    if (run.outcome !== null && run.outcome !== runOutcomeNumbers.Lost) return;
    await endRun(db, change, run, {
      outcome: runOutcomeNumbers[report.outcome],
      started: new Date(report.started),
      duration_milliseconds: report.durationMilliseconds,
      exit_code: report.exitCode,
      output: report.output,
      output_truncated: report.outputTruncated,
      error: report.error,
    });
  });

/** Records a run as Lost if its lease has expired without a report. */
export const expireRunLease: TimerHandler<Services> = async (db, change, { tenantId, key }) => {
  change.exempt('device_operations', 'telemetry');
  const found = await db
    .selectFrom('device_operation_runs as run')
    .innerJoin('device_operations as operation', (join) =>
      join
        .onRef('operation.tenant_id', '=', 'run.tenant_id')
        .onRef('operation.device_operation_id', '=', 'run.device_operation_id'),
    )
    .select(['run.device_operation_id', 'operation.device_id'])
    .where('run.tenant_id', '=', tenantId)
    .where('run.completion_token', '=', key)
    .executeTakeFirst();
  if (!found) return undefined;
  const device = { tenantId, deviceId: found.device_id };
  await db
    .selectFrom('devices')
    .select('device_id')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', device.deviceId)
    .forUpdate()
    .execute();
  const run = await db
    .selectFrom('device_operation_runs')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('completion_token', '=', key)
    .forUpdate()
    .executeTakeFirst();
  if (!run || run.outcome !== null) return undefined;
  await endRun(db, change, run, { outcome: runOutcomeNumbers.Lost, error: 'The agent did not report in time.' });
  return undefined;
};
