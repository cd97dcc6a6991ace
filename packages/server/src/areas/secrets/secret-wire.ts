import type { Secret } from '@cfs/contracts/secrets';
import type { Selectable } from 'kysely';
import type { SecretTable } from './secret-table.ts';

/** The columns of a secret without its value. */
export const secretColumns = ['secret_id', 'name', 'modified', 'modified_by'] as const;

/** A secret without its value. */
export type SecretRow = Pick<Selectable<SecretTable>, (typeof secretColumns)[number]>;

/** Maps a row to its JSON form. */
export const toSecret = (row: SecretRow): Secret => ({
  id: row.secret_id,
  name: row.name,
  modified: row.modified.toISOString(),
  modifiedBy: row.modified_by,
});
