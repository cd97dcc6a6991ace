import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { DerivedKeys } from '../../platform/secrets/derived-keys.ts';
import { openValue } from '../../platform/secrets/sealed-value.ts';
import { toDataKey, type StoredDataKey } from './data-keys.ts';

/** A secret with its sealed value and the data key for it, read in one statement. */
export interface SealedSecret extends StoredDataKey {
  readonly secret_id: string;
  readonly name: string;
  readonly sealed_value: Buffer;
}

/** The secrets of a tenant, each with the data key that it is encrypted under. */
export const sealedSecrets = (db: ScopedDatabase, tenantId: string) =>
  db
    .selectFrom('secrets')
    .innerJoin('data_keys as key', (join) =>
      join.onRef('key.tenant_id', '=', 'secrets.tenant_id').onRef('key.key_version', '=', 'secrets.key_version'),
    )
    .select(['secrets.secret_id', 'secrets.name', 'secrets.sealed_value'])
    .select(['key.key_version', 'key.wrapped_key', 'key.master_key_id'])
    .where('secrets.tenant_id', '=', tenantId);

/**
 * Decrypts the value of a secret.
 *
 * @throws SealedValueError if it was encrypted under another master key, or the row was modified.
 */
export const openSecret = (keys: DerivedKeys, tenantId: string, secret: SealedSecret): string =>
  openValue(toDataKey(keys, tenantId, secret).key, { tenantId, name: secret.name }, secret.sealed_value);
