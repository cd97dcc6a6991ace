import { secretNamesIn } from '@cfs/contracts/secrets';
import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/**
 * Names of secrets that the texts read and the tenant does not have. The others cannot be deleted until the
 * transaction ends. Texts of all tenants read the secrets of whichever tenant they run for, so none of theirs is unknown.
 */
export const findUnknownSecrets = async (
  db: ScopedDatabase,
  tenantId: string,
  texts: readonly (string | null | undefined)[],
): Promise<string[]> => {
  const names = secretNamesIn(texts);
  if (names.length === 0 || tenantId === systemTenantId) return [];
  const known = await db
    .selectFrom('secrets')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where((row) => row('name', '=', row.fn.any(row.val(names))))
    .orderBy('name')
    .forKeyShare()
    .execute();
  return names.filter((name) => !known.some((secret) => secret.name === name));
};

/** The message for a secret that the tenant does not have. */
export const unknownSecretMessage = (name: string): string => `The tenant has no secret "${name}".`;
