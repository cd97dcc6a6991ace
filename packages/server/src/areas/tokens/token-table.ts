import type { EntityRow } from '../../platform/odata/entity-row.ts';
import type { tokenEntity } from './token-entity.ts';
/** A row of cfs.token_grants; the token itself is nowhere, only its SHA-256. */
export type TokenGrantTable = EntityRow<typeof tokenEntity> & {
  purposes: readonly string[];
  /** First letters of the token, for people to tell tokens apart. */
  prefix: string;
  token_hash: Buffer;
  created_by: string;
};
