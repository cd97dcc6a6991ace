import type { EntityRow } from '../../platform/odata/entity-row.ts';
import type { tokenEntity } from './token-entity.ts';
/** A row of cfs.token_grants. The token itself is not stored, only its SHA-256. */
export type TokenGrantTable = EntityRow<typeof tokenEntity> & {
  purposes: readonly string[];
  /** First characters of the token, by which users can tell tokens apart. */
  prefix: string;
  token_hash: Buffer;
  created_by: string;
};
