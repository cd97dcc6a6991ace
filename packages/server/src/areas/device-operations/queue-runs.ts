import { randomUUID } from 'node:crypto';
import { deviceOperationLimits } from '@cfs/contracts/device-operation-texts';
import { operationFrequencies } from '@cfs/contracts/operation-enumerations';
import type { Change } from '../../platform/audit/change.ts';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { conflict } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { raiseConfigurationVersion } from '../devices/raise-configuration-version.ts';
import { editScope, lockDeviceOperation, type DeviceOperationRow } from './lock-device-operation.ts';

type Needs = Pick<Services, 'gate'>;

/** Whether a run is queued or running. */
export const isQueued = (row: DeviceOperationRow): boolean =>
  row.frequency_type_id === operationFrequencies.OnDemand && !row.operation_complete && row.completion_token !== null;

/** @throws 409 for an operation that does not run on demand. */
const expectOnDemand = (row: DeviceOperationRow): void => {
  if (row.frequency_type_id !== operationFrequencies.OnDemand)
    throw conflict('Only operations with the frequency OnDemand can be queued.');
};

/** Deletes ended runs beyond the newest `deviceOperationLimits.runsKept` of an operation, with room for one more. */
const deleteOldRuns = async (db: ScopedDatabase, row: DeviceOperationRow): Promise<void> => {
  await db
    .deleteFrom('device_operation_runs')
    .where('tenant_id', '=', row.tenant_id)
    .where('device_operation_id', '=', row.device_operation_id)
    .where('ended', 'is not', null)
    .where('queued', '<=', (eb) =>
      eb
        .selectFrom('device_operation_runs as kept')
        .select('kept.queued')
        .where('kept.tenant_id', '=', row.tenant_id)
        .where('kept.device_operation_id', '=', row.device_operation_id)
        .orderBy('kept.queued', 'desc')
        .offset(deviceOperationLimits.runsKept - 1)
        .limit(1),
    )
    .execute();
};

const setToken = async (
  db: ScopedDatabase,
  change: Change,
  row: DeviceOperationRow,
  completionToken: string | null,
): Promise<void> => {
  const after = { completion_token: completionToken, operation_complete: false };
  await db
    .updateTable('device_operations')
    .set({ ...after, ...change.modified(row) })
    .where('tenant_id', '=', row.tenant_id)
    .where('device_operation_id', '=', row.device_operation_id)
    .execute();
  await change.record({
    entity: 'DeviceOperation',
    id: row.device_operation_id,
    tenantId: row.tenant_id,
    before: { completion_token: row.completion_token, operation_complete: row.operation_complete },
    after,
  });
  await raiseConfigurationVersion(db, change, row.tenant_id, [row.device_id]);
};

/**
 * Queues one run of an operation on demand.
 *
 * @throws 409 if a run is queued already, the operation or its device is disabled, or the operation is not on demand.
 */
export const enqueueRun = (services: Needs, context: Context, deviceOperationId: string): Promise<void> =>
  services.gate.write(context, editScope, async (db, change) => {
    const { device, operation: row } = await lockDeviceOperation(db, context, deviceOperationId);
    expectOnDemand(row);
    if (isQueued(row)) throw conflict('The operation is already queued.');
    if (!row.enabled) throw conflict('The operation is disabled. Enable it, then enqueue it.');
    if (!device.enabled) throw conflict('The device is disabled and runs no operations.');
    await deleteOldRuns(db, row);
    const completionToken = randomUUID();
    const { created: queued, created_by: queuedBy } = change.createdOnce();
    await db
      .insertInto('device_operation_runs')
      .values({
        tenant_id: row.tenant_id,
        completion_token: completionToken,
        device_operation_id: deviceOperationId,
        queued,
        queued_by: queuedBy,
      })
      .execute();
    await setToken(db, change, row, completionToken);
  });

/**
 * Removes the queued run.
 *
 * @throws 409 if none is queued, the agent has claimed it already, or the operation is not on demand.
 */
export const dequeueRun = (services: Needs, context: Context, deviceOperationId: string): Promise<void> =>
  services.gate.write(context, editScope, async (db, change) => {
    const { operation: row } = await lockDeviceOperation(db, context, deviceOperationId);
    expectOnDemand(row);
    if (!isQueued(row)) throw conflict('The operation is not queued.');
    const dropped = await db
      .deleteFrom('device_operation_runs')
      .where('tenant_id', '=', row.tenant_id)
      .where('completion_token', '=', row.completion_token)
      .where('run_id', 'is', null)
      .executeTakeFirst();
    if (dropped.numDeletedRows === 0n) throw conflict('The device has begun to run the operation.');
    await setToken(db, change, row, null);
  });
