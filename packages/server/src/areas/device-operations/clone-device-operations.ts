import { randomUUID } from 'node:crypto';
import { operatingSystems } from '@cfs/contracts/device-enumerations';
import type { DeviceOperationClone, DeviceOperationsCloned } from '@cfs/contracts/device-operations';
import { deviceOperationTexts } from '@cfs/contracts/device-operation-texts';
import { nameOf } from '@cfs/contracts/name-of';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { conflict, invalid, notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { findDevice, type DeviceRow } from '../devices/find-device.ts';
import { findOperations, runsOn, type OperationDefinition } from './expect-operation.ts';
import { editScope, type DeviceOperationRow } from './lock-device-operation.ts';
import { equipDevice, expectRoom } from './write-device-operations.ts';

const namesShown = 5;

const named = (names: readonly string[]): string =>
  [...names.slice(0, namesShown), ...(names.length > namesShown ? [`${names.length - namesShown} more`] : [])].join(
    ', ',
  );

/** Locks both devices in the order of their ids, so that two clones in opposite directions cannot deadlock. */
const lockDevices = async (db: ScopedDatabase, context: Context, body: DeviceOperationClone) => {
  const held = new Map<string, DeviceRow>();
  for (const id of [body.fromDeviceId, body.toDeviceId].toSorted())
    held.set(id, await findDevice(db, context, editScope.permission, id));
  const [source, target] = [held.get(body.fromDeviceId), held.get(body.toDeviceId)];
  if (!source || !target) throw notFound('Device');
  if (source.tenant_id !== target.tenant_id)
    throw invalid({ ToDeviceId: ['The devices must belong to the same tenant.'] });
  return { source, target };
};

const findChosen = async (
  db: ScopedDatabase,
  source: DeviceRow,
  ids: readonly string[],
): Promise<DeviceOperationRow[]> => {
  const rows = await db
    .selectFrom('device_operations')
    .selectAll()
    .where('tenant_id', '=', source.tenant_id)
    .where('device_id', '=', source.device_id)
    .where('is_deleted', '=', false)
    .where((row) => row('device_operation_id', '=', row.fn.any(row.val([...ids]))))
    .orderBy('label')
    .orderBy('device_operation_id')
    .execute();
  if (rows.length < ids.length)
    throw invalid({ DeviceOperationIdsToClone: ['An operation is no longer assigned to the source device.'] });
  return rows;
};

/**
 * @throws 409 if the target's versions of the packages lack an operation, or if an operation does not support the
 * operating system of the target.
 */
const expectRunnable = (
  target: DeviceRow,
  chosen: readonly DeviceOperationRow[],
  definitions: ReadonlyMap<string, OperationDefinition>,
): void => {
  const missing = chosen.filter(({ operation_id: id }) => definitions.get(id ?? '')?.isMissing);
  if (missing.length > 0)
    throw conflict(
      `The versions of the packages for ${target.name} do not have these operations: ${named(missing.map(({ label }) => label))}.`,
    );
  const unfit = chosen.filter(({ operation_id: id }) => {
    const definition = definitions.get(id ?? '');
    return !definition || !runsOn(definition, target.operating_system_id);
  });
  if (unfit.length === 0) return;
  const system = nameOf(operatingSystems, target.operating_system_id);
  throw conflict(
    `These operations do not run on ${target.name} (${system}): ${named(unfit.map(({ label }) => label))}.`,
  );
};

/** The chosen operations without those that the target already has with the same operation, label and parameters. */
const withoutDuplicates = async (
  db: ScopedDatabase,
  target: DeviceRow,
  chosen: readonly DeviceOperationRow[],
): Promise<DeviceOperationRow[]> => {
  const present = await db
    .selectFrom('device_operations')
    .select(['operation_id', 'label', 'parameters'])
    .where('tenant_id', '=', target.tenant_id)
    .where('device_id', '=', target.device_id)
    .where('is_deleted', '=', false)
    .execute();
  const keyOf = (row: (typeof present)[number]): string =>
    JSON.stringify([row.operation_id, row.label, row.parameters]);
  const keys = new Set(present.map(keyOf));
  return chosen.filter((row) => !keys.has(keyOf(row)));
};

/**
 * Copies operations of a device to another one, with their settings and without their runs. Skips operations that the
 * target already has, so that a repeated call changes nothing.
 *
 * @throws 400 if the target is the source or belongs to another tenant, or an operation is not assigned to the source;
 * 409 if an operation does not run on the target or the target would exceed its maximum number of operations.
 */
export const cloneDeviceOperations = async (
  services: Pick<Services, 'gate'>,
  context: Context,
  body: DeviceOperationClone,
): Promise<DeviceOperationsCloned> => {
  if (body.fromDeviceId === body.toDeviceId)
    throw invalid({ ToDeviceId: ['Please choose a target device other than the source.'] });
  return services.gate.write(context, editScope, async (db, change) => {
    const { source, target } = await lockDevices(db, context, body);
    const chosen = await findChosen(db, source, body.deviceOperationIdsToClone);
    const operationIds = [...new Set(chosen.flatMap(({ operation_id: id }) => id ?? []))];
    const definitions = await findOperations(db, target, operationIds);
    expectRunnable(target, chosen, definitions);
    const missing = await withoutDuplicates(db, target, chosen);
    await expectRoom(db, target, missing.length);
    for (const row of missing) {
      const id = randomUUID();
      const { created: _created, created_by: _createdBy, modified: _modified, modified_by: _by, ...copied } = row;
      const { search_text: _search, completion_token: _token, operation_complete: _complete, ...columns } = copied;
      const after = { ...columns, device_operation_id: id, device_id: target.device_id };
      await db
        .insertInto('device_operations')
        .values({ ...after, completion_token: null, ...change.created() })
        .execute();
      await change.record({ entity: 'DeviceOperation', id, tenantId: target.tenant_id, after });
    }
    if (missing.length > 0) {
      const used = missing.flatMap(({ operation_id: id }) => definitions.get(id ?? '') ?? []);
      await equipDevice(db, change, target, used);
    }
    const skipped = chosen.length - missing.length;
    const isAre = skipped === 1 ? '1 already existed.' : `${skipped} already existed.`;
    return {
      message: skipped === 0 ? deviceOperationTexts.cloned : `${deviceOperationTexts.cloned} ${isAre}`,
      cloned: missing.length,
      skipped,
    };
  });
};
