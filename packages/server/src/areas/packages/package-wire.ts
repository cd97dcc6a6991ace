import type { Package } from '@cfs/contracts/packages';
import type { Selectable } from 'kysely';
import { toWire } from '../../platform/odata/wire-form.ts';
import { packageEntity } from './package-entity.ts';
import type { PackageTable } from './package-tables.ts';

/** Maps a row to its JSON form. */
export const toPackage = (row: Selectable<PackageTable>): Package =>
  toWire(packageEntity, row, { without: ['created', 'createdBy', 'modifiedBy'] });
