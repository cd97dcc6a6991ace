import type { Generated } from 'kysely';

/** A row of cfs.work_unit_categories; of the System tenant when every tenant shares it. */
export interface CategoryTable {
  tenant_id: string;
  work_unit_category_id: Generated<number>;
  name: string;
  work_unit_type_id: number;
  is_enabled: boolean;
  is_visible_in_resolution_center: boolean;
  created: Date;
  created_by: string;
  modified: Date;
  modified_by: string;
}

/** A row of cfs.work_unit_subcategories, of the same tenant as its category. */
export interface SubcategoryTable {
  tenant_id: string;
  work_unit_subcategory_id: Generated<number>;
  work_unit_category_id: number;
  name: string;
  is_enabled: boolean;
  created: Date;
  created_by: string;
  modified: Date;
  modified_by: string;
}
