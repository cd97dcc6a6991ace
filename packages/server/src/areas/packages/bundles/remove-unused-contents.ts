import type { ContentStore } from '../../../platform/content-store/content-store.ts';
import { systemContext } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';

/**
 * How long unused bundles are kept after their upload, whose version may not be recorded yet, or after the deletion of
 * the last version that used them.
 */
const keptMilliseconds = 24 * 3_600_000;
/** Maximum number of removals per run. */
const maxRemovals = 100;

/**
 * Removes bundles that no version uses: those of deleted versions and of failed uploads. Locks the row of a bundle
 * while its bytes are deleted, so that an upload of the same bytes waits and stores them again.
 */
export const removeUnusedContents = async (
  { gate, clock }: Pick<Services, 'gate' | 'clock'>,
  store: ContentStore,
): Promise<number> => {
  const context = systemContext({ name: 'package upkeep', clock, tenantId: 'all' });
  const before = new Date(clock.now().getTime() - keptMilliseconds);
  for (let removed = 0; removed < maxRemovals; removed += 1) {
    const isRemoved = await gate.write(context, 'Packages:delete', async (db) => {
      const row = await db
        .selectFrom('package_contents')
        .select(['tenant_id', 'sha256'])
        .where('touched', '<', before)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('package_versions')
                .select('package_versions.package_version_id')
                .whereRef('package_versions.tenant_id', '=', 'package_contents.tenant_id')
                .whereRef('package_versions.sha256', '=', 'package_contents.sha256'),
            ),
          ),
        )
        .orderBy('touched')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!row) return false;
      await store.remove({ tenantId: row.tenant_id, sha256: row.sha256 });
      await db
        .deleteFrom('package_contents')
        .where('tenant_id', '=', row.tenant_id)
        .where('sha256', '=', row.sha256)
        .execute();
      return true;
    });
    if (!isRemoved) return removed;
  }
  return maxRemovals;
};
