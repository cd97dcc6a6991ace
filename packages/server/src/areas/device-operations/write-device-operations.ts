import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type {
  DeviceOperationCreate,
  DeviceOperationUpdate,
  OperationParameter,
} from '@cfs/contracts/device-operations';
import { deviceOperationLimits } from '@cfs/contracts/device-operation-texts';
import { operationFrequencies } from '@cfs/contracts/operation-enumerations';
import { parseTimeSpan } from '@cfs/contracts/time-span';
import type { Change } from '../../platform/audit/change.ts';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { expectModified } from '../../platform/modified.ts';
import { conflict, invalid } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { findDevice, type DeviceRow } from '../devices/find-device.ts';
import { raiseConfigurationVersion } from '../devices/raise-configuration-version.ts';
import { checkParameters } from './check-parameters.ts';
import { ensureInstalled } from './ensure-installed.ts';
import { expectFrequency, expectOperation, type OperationDefinition } from './expect-operation.ts';
import { editScope, lockDeviceOperation, type DeviceOperationRow } from './lock-device-operation.ts';

type Needs = Pick<Services, 'gate'>;

const secondsOf = (interval: string): number => {
  const seconds = parseTimeSpan(interval);
  if (seconds === undefined) throw new TypeError(`${interval} is not a time span.`);
  return seconds;
};

/** @throws 409 if the device, which the caller has locked, would exceed its maximum number of operations. */
export const expectRoom = async (db: ScopedDatabase, device: DeviceRow, added: number): Promise<void> => {
  const { count } = await db
    .selectFrom('device_operations')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('tenant_id', '=', device.tenant_id)
    .where('device_id', '=', device.device_id)
    .where('is_deleted', '=', false)
    .executeTakeFirstOrThrow();
  const { perDevice } = deviceOperationLimits;
  if (Number(count) + added > perDevice) throw conflict(`A device has at most ${perDevice} operations.`);
};

/**
 * Makes the packages of new operations desired for the device, and raises its configuration version so that the agent
 * fetches it.
 */
export const equipDevice = async (
  db: ScopedDatabase,
  change: Change,
  device: DeviceRow,
  operations: readonly OperationDefinition[],
): Promise<void> => {
  const { tenant_id: tenantId, device_id: deviceId } = device;
  await ensureInstalled(db, change, { tenantId, deviceId }, operations);
  await raiseConfigurationVersion(db, change, tenantId, [deviceId]);
};

/** The audited columns of a device operation. Parameters reference secrets and never contain their values. */
type Columns = Pick<
  DeviceOperationRow,
  | 'label'
  | 'reference_id'
  | 'global_setting_id'
  | 'enabled'
  | 'frequency_type_id'
  | 'interval_seconds'
  | 'is_interactive'
  | 'parameters'
  | 'timeout_seconds'
  | 'memory_limit_mebibytes'
>;

/** Assigns an operation to a device and returns its id. The package of the operation becomes desired as well. */
export const createDeviceOperation = (
  services: Needs,
  context: Context,
  body: DeviceOperationCreate,
): Promise<string> =>
  services.gate.write(context, editScope, async (db, change) => {
    const device = await findDevice(db, context, editScope.permission, body.deviceId);
    await expectRoom(db, device, 1);
    const operation = await expectOperation(db, device, body.operationId);
    expectFrequency(operation, body.frequencyTypeId);
    await checkParameters(db, device.tenant_id, operation.parameters, body.parameters);
    const id = randomUUID();
    const columns: Columns = {
      label: body.label,
      reference_id: body.referenceId ?? null,
      global_setting_id: body.globalSettingId ?? null,
      enabled: body.enabled,
      frequency_type_id: body.frequencyTypeId,
      interval_seconds: secondsOf(body.interval),
      is_interactive: body.isInteractive,
      parameters: JSON.stringify(body.parameters),
      timeout_seconds: body.timeoutSeconds ?? null,
      memory_limit_mebibytes: body.memoryLimitMebibytes ?? null,
    };
    const key = { device_id: body.deviceId, operation_id: body.operationId };
    await db
      .insertInto('device_operations')
      .values({
        ...columns,
        ...key,
        tenant_id: device.tenant_id,
        device_operation_id: id,
        completion_token: null,
        ...change.created(),
      })
      .execute();
    await change.record({ entity: 'DeviceOperation', id, tenantId: device.tenant_id, after: { ...key, ...columns } });
    await equipDevice(db, change, device, [operation]);
    return id;
  });

const changedColumns = (row: DeviceOperationRow, body: DeviceOperationUpdate): Columns => ({
  label: body.label ?? row.label,
  reference_id: body.referenceId === undefined ? row.reference_id : body.referenceId,
  global_setting_id: body.globalSettingId === undefined ? row.global_setting_id : body.globalSettingId,
  enabled: body.enabled ?? row.enabled,
  frequency_type_id: body.frequencyTypeId ?? row.frequency_type_id,
  interval_seconds: body.interval === undefined ? row.interval_seconds : secondsOf(body.interval),
  is_interactive: body.isInteractive ?? row.is_interactive,
  parameters: body.parameters === undefined ? row.parameters : JSON.stringify(body.parameters),
  timeout_seconds: body.timeoutSeconds === undefined ? row.timeout_seconds : body.timeoutSeconds,
  memory_limit_mebibytes:
    body.memoryLimitMebibytes === undefined ? row.memory_limit_mebibytes : body.memoryLimitMebibytes,
});

/**
 * Whether a change is validated against the definition. Not if it changes neither frequency nor parameters of an
 * enabled operation, so that an operation that the version lacks may be renamed.
 */
const needsValidation = (row: DeviceOperationRow, columns: Columns): boolean =>
  !row.enabled ||
  columns.frequency_type_id !== row.frequency_type_id ||
  !isDeepStrictEqual(JSON.parse(columns.parameters), JSON.parse(row.parameters));

/** @throws 400 if the body names another device or operation: these never change. */
const expectSame = (row: DeviceOperationRow, { deviceId, operationId }: DeviceOperationUpdate): void => {
  if (deviceId !== undefined && deviceId !== row.device_id)
    throw invalid({ DeviceId: ['The device of an operation cannot be changed.'] });
  if (operationId !== undefined && operationId !== row.operation_id)
    throw invalid({ OperationId: ['The operation cannot be changed.'] });
};

/**
 * Changes the fields that the body contains. A run that is not claimed yet is dequeued if the operation is disabled or
 * no longer on demand.
 *
 * @throws 409 if the row has changed since the caller read it; 400 if the body names another device or operation, or if
 * the operation, its frequency or its parameters are invalid.
 */
export const updateDeviceOperation = (
  services: Needs,
  context: Context,
  deviceOperationId: string,
  body: DeviceOperationUpdate,
): Promise<void> =>
  services.gate.write(context, editScope, async (db, change) => {
    const { device, operation: row } = await lockDeviceOperation(db, context, deviceOperationId);
    expectModified(row.modified, body.modified);
    expectSame(row, body);
    const columns = changedColumns(row, body);
    if (columns.enabled && needsValidation(row, columns)) {
      const operation = await expectOperation(db, device, row.operation_id ?? '');
      expectFrequency(operation, columns.frequency_type_id);
      const parameters = body.parameters ?? (JSON.parse(row.parameters) as OperationParameter[]);
      await checkParameters(db, row.tenant_id, operation.parameters, parameters);
    }
    const mayBeQueued = columns.enabled && columns.frequency_type_id === operationFrequencies.OnDemand;
    await db
      .updateTable('device_operations')
      .set({ ...columns, ...(!mayBeQueued && { completion_token: null }), ...change.modified(row) })
      .where('tenant_id', '=', row.tenant_id)
      .where('device_operation_id', '=', deviceOperationId)
      .execute();
    if (!mayBeQueued) await dropWaitingRuns(db, row);
    await change.record({
      entity: 'DeviceOperation',
      id: deviceOperationId,
      tenantId: row.tenant_id,
      before: row,
      after: columns,
    });
    await raiseConfigurationVersion(db, change, row.tenant_id, [row.device_id]);
  });

/** Deletes the runs that no agent has claimed. */
export const dropWaitingRuns = async (
  db: ScopedDatabase,
  row: Pick<DeviceOperationRow, 'tenant_id' | 'device_operation_id'>,
): Promise<void> => {
  await db
    .deleteFrom('device_operation_runs')
    .where('tenant_id', '=', row.tenant_id)
    .where('device_operation_id', '=', row.device_operation_id)
    .where('run_id', 'is', null)
    .execute();
};

/** Marks a device operation as deleted; its packets and its claimed runs are kept. */
export const deleteDeviceOperation = (services: Needs, context: Context, deviceOperationId: string): Promise<void> =>
  services.gate.write(context, editScope, async (db, change) => {
    const { operation: row } = await lockDeviceOperation(db, context, deviceOperationId);
    await db
      .updateTable('device_operations')
      .set({ is_deleted: true, enabled: false, completion_token: null, ...change.modified(row) })
      .where('tenant_id', '=', row.tenant_id)
      .where('device_operation_id', '=', deviceOperationId)
      .execute();
    await dropWaitingRuns(db, row);
    const { tenant_id: tenantId } = row;
    await change.record({ entity: 'DeviceOperation', id: deviceOperationId, tenantId, before: row });
    await raiseConfigurationVersion(db, change, tenantId, [row.device_id]);
  });
