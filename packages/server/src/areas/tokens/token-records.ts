import { sql } from 'kysely';
import type { TokenGrantRecord } from '../../platform/access/access-snapshot.ts';
import type { SnapshotTable } from '../../platform/access/access-tables.ts';

type Columns = readonly [
  tokenGrantId: string,
  tenantId: string,
  name: string,
  hash: string,
  purposes: string[],
  expiresOn: string | null,
  revokedOn: string | null,
];

const asDate = (text: string | null): Date | undefined => (text === null ? undefined : new Date(text));

/** The tenant tokens of the access snapshot, including the latest thousand revoked ones of each tenant. */
export const tokenRecords: SnapshotTable<TokenGrantRecord> = {
  select: sql`select json_build_array(token_grant_id, tenant_id, name, encode(token_hash, 'hex'), purposes, expires_on,
      revoked_on) as item
    from (select *, row_number() over (partition by tenant_id, revoked_on is null order by revoked_on desc) as place
      from cfs.token_grants) tokens
    where revoked_on is null or place <= 1000`,
  toItem: ([tokenGrantId, tenantId, name, hash, purposes, expiresOn, revokedOn]: Columns) => ({
    tokenGrantId,
    tenantId,
    name,
    hash,
    purposes,
    expiresOn: asDate(expiresOn),
    revokedOn: asDate(revokedOn),
  }),
};
