import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** Returns those of the names for which the tenant has no secret. Reads no values and locks nothing. */
export const findMissingSecrets = async (
  db: ScopedDatabase,
  tenantId: string,
  names: readonly string[],
): Promise<string[]> => {
  if (names.length === 0) return [];
  const known = await db
    .selectFrom('secrets')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where((row) => row('name', '=', row.fn.any(row.val([...names]))))
    .execute();
  return names.filter((name) => !known.some((secret) => secret.name === name));
};
