import type { Context } from '../../platform/context.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { notFound } from '../../platform/problems.ts';
import type { Services } from '../../platform/services.ts';
import { readEntityLogs } from '../packets/entity-logs.ts';

/** @throws 404 for a device outside of the caller's scope. */
export const readDeviceLogs = ({ gate }: Pick<Services, 'gate'>, context: Context, deviceId: string) =>
  gate.read(context, 'Devices:view', async (db) => {
    const found = await db
      .selectFrom('devices')
      .select('tenant_id')
      .where('device_id', '=', deviceId)
      .where(inScope(context, 'Devices:view', 'devices.tenant_id'))
      .executeTakeFirst();
    if (!found) throw notFound('Device');
    return readEntityLogs(db, context, 'Devices:view', { tenantId: found.tenant_id, entityId: deviceId });
  });
