import type { Generated } from 'kysely';
import type { Created } from '../../platform/audit/change.ts';
import type { EntityRow } from '../../platform/odata/entity-row.ts';
import type { categoryEntity } from './category-entity.ts';
import type { subcategoryEntity } from './subcategory-entity.ts';

/** A row of cfs.work_unit_categories; of the System tenant when every tenant shares it. */
export type CategoryTable = Omit<EntityRow<typeof categoryEntity>, 'work_unit_category_id'> &
  Created & { work_unit_category_id: Generated<number> };

/** A row of cfs.work_unit_subcategories, of the same tenant as its category. */
export type SubcategoryTable = Omit<EntityRow<typeof subcategoryEntity>, 'work_unit_subcategory_id'> &
  Created & { work_unit_subcategory_id: Generated<number> };
