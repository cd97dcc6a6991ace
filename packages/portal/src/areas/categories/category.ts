import type { Category, Subcategory } from '@cfs/contracts/categories';
import type { Severity } from '@cfs/contracts/work-unit-enumerations';

/** A category as the list shows it, its tenant and type expanded. */
export interface CategoryRow extends Category {
  readonly tenant?: { readonly name: string } | null;
  readonly workUnitType?: { readonly name: string } | null;
}

/** A type of work units with its defaults. */
export interface WorkUnitTypeRow {
  readonly workUnitTypeId: number;
  readonly name: string;
  readonly isHidden: boolean;
  readonly defaultSeverityId: Severity | null;
  readonly modified: string;
}

/** The fields of a category that may be sent back. */
export const categoryValues = (category: CategoryRow) => ({
  workUnitCategoryId: category.workUnitCategoryId,
  tenantId: category.tenantId,
  name: category.name,
  workUnitTypeId: category.workUnitTypeId as 1,
  isEnabled: category.isEnabled,
  isVisibleInResolutionCenter: category.isVisibleInResolutionCenter,
  modified: category.modified,
});

/** The fields of a subcategory that may be sent back. */
export const subcategoryValues = (subcategory: Subcategory) => ({
  workUnitSubcategoryId: subcategory.workUnitSubcategoryId,
  workUnitCategoryId: subcategory.workUnitCategoryId,
  name: subcategory.name,
  isEnabled: subcategory.isEnabled,
  modified: subcategory.modified,
});

/** The defaults of a type that may be sent back. */
export const typeValues = (type: WorkUnitTypeRow) => ({
  workUnitTypeId: type.workUnitTypeId,
  defaultSeverityId: type.defaultSeverityId,
  isHidden: type.isHidden,
  modified: type.modified,
});
