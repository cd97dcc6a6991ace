import { secretNamesIn } from '@cfs/contracts/secrets';
import { systemTenantId } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/**
 * Names of secrets that the texts reference and the tenant does not have. The existing ones are locked against deletion
 * until the transaction ends. Always empty for the System tenant: its texts reference the secrets of the tenant for
 * which they run.
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
