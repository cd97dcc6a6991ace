import type { Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { openSecret, sealedSecrets } from './sealed-secret.ts';
import { secretsPermission } from './secrets-permission.ts';

/**
 * The values of a tenant's secrets, by name; names without a secret are absent. For the worker, which sends them: a
 * caller without the permission to edit tenants receives none.
 *
 * @throws SealedValueError if they were encrypted under another master key.
 */
export const readSecretValues = async (
  { gate, keys }: Pick<Services, 'gate' | 'keys'>,
  context: Context,
  tenantId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (names.length === 0) return new Map();
  const rows = await gate.read(context, secretsPermission, (db) =>
    sealedSecrets(db, tenantId)
      .where((row) => row('secrets.name', '=', row.fn.any(row.val([...names]))))
      .execute(),
  );
  return new Map(rows.map((row) => [row.name, openSecret(keys, tenantId, row)]));
};
