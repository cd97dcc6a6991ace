import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { ContentStoreError, type ContentKey } from '../../../platform/content-store/content-store.ts';
import { systemContext } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';

/** Rows per statement. */
const batchRows = 200;
/** Number of consecutive read failures after which the content store counts as unavailable. */
const maxFailuresInRow = 3;

/** A bundle that is missing from the content store or differs from the uploaded one. */
export interface ContentFault {
  readonly tenantId: string;
  /** Describes the fault, with the names of the packages and versions. */
  readonly text: string;
}

export interface ContentsChecked {
  /** Number of intact bundles; versions with the same bytes count once. */
  readonly whole: number;
  readonly bytes: number;
  readonly faults: readonly ContentFault[];
}

/** The bundles that versions refer to, each with the names of those versions. */
const namedContents = (db: ScopedDatabase, after: ContentKey | undefined) =>
  db
    .selectFrom('package_versions as version')
    .innerJoin('packages', 'packages.package_id', 'version.package_id')
    .select(['version.tenant_id', 'version.sha256', 'version.size'])
    .select(sql<string>`string_agg(packages.name || ' ' || version.version, ', ' order by version.created)`.as('names'))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(version.tenant_id, version.sha256) > (${after?.tenantId ?? ''}::uuid, ${after?.sha256 ?? ''})`,
      ),
    )
    .groupBy(['version.tenant_id', 'version.sha256', 'version.size'])
    .orderBy('version.tenant_id')
    .orderBy('version.sha256')
    .limit(batchRows)
    .execute();

type NamedContent = Awaited<ReturnType<typeof namedContents>>[number];

/** Reads all bytes of a bundle. Returns a description of the fault, or `undefined` if it is intact. */
const faultOf = async (contents: Services['contents'], row: NamedContent): Promise<string | undefined> => {
  const stream = await contents.read({ tenantId: row.tenant_id, sha256: row.sha256 });
  if (!stream) return 'is not in the content store';
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  if (size !== row.size) return `has ${size} bytes in the content store instead of ${row.size}`;
  return hash.digest('hex') === row.sha256 ? undefined : 'was changed in the content store';
};

/** Describes a failed read as a fault of the bundle, so that the others are checked as well. Rethrows other errors. */
const readFault = (error: unknown): string => {
  if (error instanceof ContentStoreError || (error instanceof Error && 'code' in error))
    return 'cannot be read from the content store';
  throw error;
};

/**
 * Compares every bundle that a package version of any tenant refers to with its size and SHA-256. Streams the bundles
 * in constant memory. Stops early if the content store is unavailable.
 */
export const checkContents = async ({
  gate,
  contents,
  clock,
}: Pick<Services, 'gate' | 'contents' | 'clock'>): Promise<ContentsChecked> => {
  const context = systemContext({ name: 'verification', clock, tenantId: 'all' });
  const faults: ContentFault[] = [];
  let [whole, bytes, failuresInRow] = [0, 0, 0];
  let after: ContentKey | undefined;
  for (;;) {
    const rows = await gate.read(context, 'Packages:view', (db) => namedContents(db, after));
    for (const row of rows) {
      let hasFailed = false;
      const fault = await faultOf(contents, row).catch((error: unknown) => {
        hasFailed = true;
        return readFault(error);
      });
      failuresInRow = hasFailed ? failuresInRow + 1 : 0;
      if (fault === undefined) {
        whole += 1;
        bytes += row.size;
        continue;
      }
      faults.push({ tenantId: row.tenant_id, text: `the bundle of ${row.names} ${fault}` });
      if (failuresInRow < maxFailuresInRow) continue;
      faults.push({
        tenantId: row.tenant_id,
        text: 'the content store cannot be read: the other bundles were not checked',
      });
      return { whole, bytes, faults };
    }
    const last = rows.at(-1);
    if (!last) return { whole, bytes, faults };
    after = { tenantId: last.tenant_id, sha256: last.sha256 };
  }
};
