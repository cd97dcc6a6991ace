import type { TokenGrant } from '@cfs/contracts/tokens';
import type { Selectable } from 'kysely';
import type { TokenGrantTable } from './token-table.ts';

export type TokenGrantRow = Selectable<TokenGrantTable>;

/** What a token is for, as stored, by the member that says so. */
const purposes = { canEnrol: 'enrol', canSendPackets: 'packets', canRead: 'read' } as const;
type Uses = Readonly<Record<keyof typeof purposes, boolean>>;

/** The purposes of a new token. */
export const purposesOf = (uses: Uses): string[] =>
  Object.entries(purposes).flatMap(([member, purpose]) => (uses[member as keyof Uses] ? [purpose] : []));

/** A grant as it travels: nothing of the token itself. */
export const toTokenGrant = (row: TokenGrantRow): TokenGrant => ({
  tokenGrantId: row.token_grant_id,
  tenantId: row.tenant_id,
  name: row.name,
  description: row.description,
  lifetimeYears: row.lifetime_years,
  canEnrol: row.purposes.includes(purposes.canEnrol),
  canSendPackets: row.purposes.includes(purposes.canSendPackets),
  canRead: row.purposes.includes(purposes.canRead),
  created: row.created.toISOString(),
  modified: row.modified.toISOString(),
  expiresOn: row.expires_on?.toISOString() ?? null,
  revokedOn: row.revoked_on?.toISOString() ?? null,
});
