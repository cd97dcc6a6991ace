import type { Selectable } from 'kysely';
import type { Change } from '../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { takeLock } from '../../platform/database/take-lock.ts';
import type { DerivedKeys } from '../../platform/secrets/derived-keys.ts';
import { createDataKey, unwrapDataKey } from '../../platform/secrets/sealed-value.ts';
import type { DataKeyTable } from './secret-table.ts';

/** An unwrapped data key. */
export interface DataKey {
  readonly version: number;
  readonly key: Buffer;
}

/** A data key as it is stored. */
export type StoredDataKey = Pick<Selectable<DataKeyTable>, 'key_version' | 'wrapped_key' | 'master_key_id'>;

/** @throws SealedValueError if another master key wrapped it. */
export const toDataKey = (keys: DerivedKeys, tenantId: string, stored: StoredDataKey): DataKey => ({
  version: stored.key_version,
  key: unwrapDataKey(
    keys,
    { tenantId, version: stored.key_version },
    { wrapped: stored.wrapped_key, masterKeyId: stored.master_key_id },
  ),
});

/**
 * Serializes writes of a tenant's secrets and data keys until the transaction ends, so that every value is sealed under
 * the latest key and concurrent writes cannot exceed the limit together.
 */
export const lockSecrets = (db: ScopedDatabase, tenantId: string): Promise<void> =>
  takeLock(db, `cfs.secrets ${tenantId}`);

/** The tenant's latest data key; `undefined` before its first secret. */
export const latestDataKey = async (
  db: ScopedDatabase,
  keys: DerivedKeys,
  tenantId: string,
): Promise<DataKey | undefined> => {
  const stored = await db
    .selectFrom('data_keys')
    .select(['key_version', 'wrapped_key', 'master_key_id'])
    .where('tenant_id', '=', tenantId)
    .orderBy('key_version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return stored && toDataKey(keys, tenantId, stored);
};

/** Adds a data key to the tenant, which the caller has locked by {@link lockSecrets}. */
export const addDataKey = async (
  db: ScopedDatabase,
  keys: DerivedKeys,
  change: Change,
  tenantId: string,
  version: number,
): Promise<DataKey> => {
  const { wrapped, masterKeyId } = createDataKey(keys, { tenantId, version });
  const stored = { key_version: version, wrapped_key: wrapped, master_key_id: masterKeyId };
  await db
    .insertInto('data_keys')
    .values({ ...stored, tenant_id: tenantId, ...change.createdOnce() })
    .execute();
  await change.record({ entity: 'DataKey', id: `${tenantId}/${version}`, tenantId, after: { version, masterKeyId } });
  return toDataKey(keys, tenantId, stored);
};
