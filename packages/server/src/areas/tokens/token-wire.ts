import type { TokenGrant } from '@cfs/contracts/tokens';
import type { Selectable } from 'kysely';
import { toWire } from '../../platform/odata/wire-form.ts';
import { tokenEntity } from './token-entity.ts';
import type { TokenGrantTable } from './token-table.ts';

export type TokenGrantRow = Selectable<TokenGrantTable>;

/** The stored purposes of a token, by the member of the body that selects them. */
const purposes = { canEnrol: 'enrol', canSendPackets: 'packets', canRead: 'read' } as const;
type Uses = Readonly<Record<keyof typeof purposes, boolean>>;

/** The purposes of a new token. */
export const purposesOf = (uses: Uses): string[] =>
  Object.entries(purposes).flatMap(([member, purpose]) => (uses[member as keyof Uses] ? [purpose] : []));

/** Maps a grant to its JSON form, without the token itself. */
export const toTokenGrant = (row: TokenGrantRow): TokenGrant => ({
  ...toWire(tokenEntity, row),
  canEnrol: row.purposes.includes(purposes.canEnrol),
  canSendPackets: row.purposes.includes(purposes.canSendPackets),
  canRead: row.purposes.includes(purposes.canRead),
});
