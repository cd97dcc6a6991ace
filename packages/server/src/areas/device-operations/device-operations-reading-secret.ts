import type { Change } from '../../platform/audit/change.ts';
import { sql } from 'kysely';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { raiseConfigurationVersion } from '../devices/raise-configuration-version.ts';
import type { FindSecretUsers } from '../secrets/secret-users.ts';

/**
 * Whether the JSON of the parameters references a secret. A plain search suffices: JSON escapes no character of a
 * secret's name.
 */
const namesSecret = (name: string) =>
  sql<boolean>`position(${`"SecuredSourceKeyToGetSecretValue":"${name}"`} in device_operations.parameters) > 0`;

/** The device operations of a tenant whose parameters reference a secret, each named by its label and its device. */
export const deviceOperationsReadingSecret: FindSecretUsers = async (db, context, scope, { tenantId, name }) => {
  const rows = await db
    .selectFrom('device_operations')
    .innerJoin('devices', (join) =>
      join
        .onRef('devices.tenant_id', '=', 'device_operations.tenant_id')
        .onRef('devices.device_id', '=', 'device_operations.device_id'),
    )
    .select(['device_operations.label', 'devices.name'])
    .where('device_operations.is_deleted', '=', false)
    .where('device_operations.tenant_id', '=', tenantId)
    .where(inScope(context, scope, 'device_operations.tenant_id'))
    .where(namesSecret(name))
    .orderBy('device_operations.label')
    .orderBy('devices.name')
    .execute();
  return rows.map((row) => ({ kind: 'device operation', name: `${row.label} of ${row.name}` }));
};

/**
 * Raises the configuration version of the devices with an operation that references a secret, so that their agents
 * fetch its new value.
 */
export const wakeSecretReaders = async (
  db: ScopedDatabase,
  change: Change,
  { tenantId, name }: { readonly tenantId: string; readonly name: string },
): Promise<void> => {
  const rows = await db
    .selectFrom('device_operations')
    .select('device_id')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('is_deleted', '=', false)
    .where(namesSecret(name))
    .execute();
  await raiseConfigurationVersion(
    db,
    change,
    tenantId,
    rows.map((row) => row.device_id),
  );
};
