import type { TokenGrant } from '@cfs/contracts/tokens';
import type { Selectable } from 'kysely';
import type { TokenGrantTable } from './token-table.ts';

export type TokenGrantRow = Selectable<TokenGrantTable>;

/** The purpose that lets a token read lists; every token enrols agents and sends packets. */
export const readPurpose = 'read';

/** A grant as it travels: nothing of the token itself. */
export const toTokenGrant = (row: TokenGrantRow): TokenGrant => ({
  tokenGrantId: row.token_grant_id,
  tenantId: row.tenant_id,
  name: row.name,
  description: row.description,
  lifetimeYears: row.lifetime_years,
  canRead: row.purposes.includes(readPurpose),
  created: row.created.toISOString(),
  modified: row.modified.toISOString(),
  expiresOn: row.expires_on?.toISOString() ?? null,
  revokedOn: row.revoked_on?.toISOString() ?? null,
});
