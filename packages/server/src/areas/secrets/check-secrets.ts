import { systemContext } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { DerivedKeys } from '../../platform/secrets/derived-keys.ts';
import { openValue, SealedValueError } from '../../platform/secrets/sealed-value.ts';
import type { Services } from '../../platform/services.ts';
import { toDataKey } from './data-keys.ts';
import { secretsPermission } from './secrets-permission.ts';

/** Rows per statement. */
const batchRows = 200;

/** A data key or a secret of a tenant that cannot be decrypted, and the reason. */
export interface SecretFault {
  readonly tenantId: string;
  readonly text: string;
}

/** The result of the check; it contains no values. */
export interface SecretsChecked {
  /** The number of secrets that can be decrypted with the master key. */
  readonly opened: number;
  readonly faults: readonly SecretFault[];
}

const storedSecrets = (db: ScopedDatabase, after: string | undefined) =>
  db
    .selectFrom('secrets')
    .leftJoin('data_keys as key', (join) =>
      join.onRef('key.tenant_id', '=', 'secrets.tenant_id').onRef('key.key_version', '=', 'secrets.key_version'),
    )
    .select(['secrets.tenant_id', 'secrets.secret_id', 'secrets.name', 'secrets.sealed_value', 'secrets.key_version'])
    .select(['key.wrapped_key', 'key.master_key_id'])
    .$if(after !== undefined, (query) => query.where('secrets.secret_id', '>', after ?? ''))
    .orderBy('secrets.secret_id')
    .limit(batchRows)
    .execute();

type StoredSecret = Awaited<ReturnType<typeof storedSecrets>>[number];

const opens = (open: () => unknown): boolean => {
  try {
    open();
    return true;
  } catch (error) {
    if (error instanceof SealedValueError) return false;
    throw error;
  }
};

const faultOfSecret = (keys: DerivedKeys, secret: StoredSecret): string | undefined => {
  const { tenant_id: tenantId, name, key_version, wrapped_key, master_key_id } = secret;
  if (wrapped_key === null || master_key_id === null) return `the data key of the secret "${name}" is missing`;
  const stored = { key_version, wrapped_key, master_key_id };
  if (!opens(() => toDataKey(keys, tenantId, stored))) return `the data key of the secret "${name}" cannot be opened`;
  const { key } = toDataKey(keys, tenantId, stored);
  if (!opens(() => openValue(key, { tenantId, name }, secret.sealed_value)))
    return `the secret "${name}" was changed in the database`;
  return undefined;
};

const checkDataKeys = async (db: ScopedDatabase, keys: DerivedKeys): Promise<SecretFault[]> => {
  const rows = await db
    .selectFrom('data_keys')
    .select(['tenant_id', 'key_version', 'wrapped_key', 'master_key_id'])
    .orderBy('tenant_id')
    .orderBy('key_version')
    .execute();
  return rows.flatMap(({ tenant_id: tenantId, ...stored }) => {
    const name = `the data key ${stored.key_version}`;
    if (stored.master_key_id !== keys.keyId)
      return [{ tenantId, text: `${name} is under the master key ${stored.master_key_id}, not ${keys.keyId}` }];
    return opens(() => toDataKey(keys, tenantId, stored))
      ? []
      : [{ tenantId, text: `${name} was changed in the database` }];
  });
};

/** Decrypts every data key and every secret of all tenants with the master key, to check that it is possible. */
export const checkSecrets = async ({
  gate,
  keys,
  clock,
}: Pick<Services, 'gate' | 'keys' | 'clock'>): Promise<SecretsChecked> => {
  const context = systemContext({ name: 'verification', clock, tenantId: 'all' });
  const faults = await gate.read(context, secretsPermission, (db) => checkDataKeys(db, keys));
  let opened = 0;
  let after: string | undefined;
  for (;;) {
    const rows = await gate.read(context, secretsPermission, (db) => storedSecrets(db, after));
    for (const row of rows) {
      const text = faultOfSecret(keys, row);
      if (text === undefined) opened += 1;
      else faults.push({ tenantId: row.tenant_id, text });
    }
    after = rows.at(-1)?.secret_id;
    if (after === undefined) return { opened, faults };
  }
};
