import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { crashAt } from '../../platform/durable-work/kill-points.ts';
import type { Change } from '../../platform/audit/change.ts';
import { sealValue } from '../../platform/secrets/sealed-value.ts';
import type { Services } from '../../platform/services.ts';
import { addDataKey, latestDataKey, lockSecrets } from './data-keys.ts';
import { openSecret, sealedSecrets } from './sealed-secret.ts';
import { secretsPermission } from './secrets-permission.ts';

type Needs = Pick<Services, 'gate' | 'keys'>;

/** Secrets per transaction, few enough that writes of users do not wait long. */
const batchRows = 50;

/** Re-encrypts the next batch of secrets that are under an older data key. Returns their number. */
const rotateBatch = async ({ keys }: Needs, db: ScopedDatabase, change: Change, tenantId: string): Promise<number> => {
  await lockSecrets(db, tenantId);
  const latest = await latestDataKey(db, keys, tenantId);
  if (!latest) return 0;
  const rows = await sealedSecrets(db, tenantId)
    .where('secrets.key_version', '<', latest.version)
    .orderBy('secrets.secret_id')
    .limit(batchRows)
    .execute();
  for (const row of rows) {
    await db
      .updateTable('secrets')
      .set({
        sealed_value: sealValue(latest.key, { tenantId, name: row.name }, openSecret(keys, tenantId, row)),
        key_version: latest.version,
      })
      .where('tenant_id', '=', tenantId)
      .where('secret_id', '=', row.secret_id)
      .execute();
  }
  // No value changes, and the change of data keys is audited.
  change.exempt('secrets', 'internal');
  return rows.length;
};

/** Deletes the data keys that no secret uses, except the latest one. */
const deleteOldKeys = async (db: ScopedDatabase, change: Change, tenantId: string): Promise<void> => {
  await lockSecrets(db, tenantId);
  const deleted = await db
    .deleteFrom('data_keys as key')
    .where('key.tenant_id', '=', tenantId)
    .where((row) =>
      row.exists(
        row
          .selectFrom('data_keys as later')
          .select('later.key_version')
          .where('later.tenant_id', '=', tenantId)
          .whereRef('later.key_version', '>', 'key.key_version'),
      ),
    )
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('secrets')
            .select('secrets.secret_id')
            .where('secrets.tenant_id', '=', tenantId)
            .whereRef('secrets.key_version', '=', 'key.key_version'),
        ),
      ),
    )
    .returning(['key.key_version', 'key.master_key_id'])
    .execute();
  for (const { key_version: version, master_key_id: masterKeyId } of deleted)
    await change.record({
      entity: 'DataKey',
      id: `${tenantId}/${version}`,
      tenantId,
      before: { version, masterKeyId },
    });
};

/** The tenants that have a data key. */
export const tenantsWithSecrets = ({ gate }: Needs, context: Context): Promise<string[]> =>
  gate.read(context, secretsPermission, async (db) => {
    const rows = await db.selectFrom('data_keys').select('tenant_id').distinct().orderBy('tenant_id').execute();
    return rows.map((row) => row.tenant_id);
  });

/**
 * Adds a data key to a tenant, re-encrypts its secrets under it in batches, and deletes the older keys. Returns the
 * number of re-encrypted secrets. Secrets can be read and written in the meantime. If it is interrupted, each secret is
 * under one key or the other, and another run completes it.
 *
 * @throws SealedValueError if the secrets were encrypted under another master key.
 */
export const rotateSecrets = async (services: Needs, context: Context, tenantId: string): Promise<number> => {
  const { gate, keys } = services;
  const hasKey = await gate.write(context, secretsPermission, async (db, change) => {
    await lockSecrets(db, tenantId);
    const latest = await latestDataKey(db, keys, tenantId);
    if (latest) await addDataKey(db, keys, change, tenantId, latest.version + 1);
    return latest !== undefined;
  });
  if (!hasKey) return 0;
  let count = 0;
  for (;;) {
    const rotated = await gate.write(context, secretsPermission, (db, change) =>
      rotateBatch(services, db, change, tenantId),
    );
    if (rotated === 0) break;
    count += rotated;
    crashAt('between-rotated-batches');
  }
  await gate.write(context, secretsPermission, (db, change) => deleteOldKeys(db, change, tenantId));
  return count;
};
