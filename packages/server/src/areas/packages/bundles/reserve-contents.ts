import { sql } from 'kysely';
import type { Change } from '../../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { Problem } from '../../../platform/problems.ts';

const gibibyte = 1024 ** 3;

/**
 * Registers bundles before they are stored. The removal of unused bundles then finds those of an aborted upload and
 * spares those of an upload in progress.
 *
 * @throws 413 if the tenant would exceed its quota.
 */
export const reserveContents = async (
  db: ScopedDatabase,
  change: Change,
  tenantId: string,
  contents: readonly { readonly sha256: string; readonly size: number }[],
  quotaBytes: number,
): Promise<void> => {
  const touched = change.context.clock.now();
  for (const { sha256, size } of contents) {
    await db
      .insertInto('package_contents')
      .values({ tenant_id: tenantId, sha256, size, touched })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'sha256']).doUpdateSet({ touched }))
      .execute();
  }
  const { bytes } = await db
    .selectFrom('package_contents')
    .select(sql<string>`sum(size)`.as('bytes'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  if (Number(bytes) > quotaBytes)
    throw new Problem({
      status: 413,
      detail: `The bundles of a tenant have at most ${quotaBytes / gibibyte} GiB. Delete versions that are no longer used.`,
    });
};
