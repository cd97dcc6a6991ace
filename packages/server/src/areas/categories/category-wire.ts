import type { Category, Subcategory } from '@cfs/contracts/categories';
import type { EntityRow } from '../../platform/odata/entity-row.ts';
import { toWire } from '../../platform/odata/wire-form.ts';
import { categoryEntity } from './category-entity.ts';
import { subcategoryEntity } from './subcategory-entity.ts';

/** A category in its wire form; a shared one has no tenant. */
export const toCategory = (row: EntityRow<typeof categoryEntity>): Category => toWire(categoryEntity, row);

/** A subcategory in its wire form; one of a shared category has no tenant. */
export const toSubcategory = (row: EntityRow<typeof subcategoryEntity>): Subcategory => toWire(subcategoryEntity, row);
