import type { Option } from '../../../ui/fields/select-input.tsx';
import { useCategories, useSubcategories } from '../work-unit-lookups.ts';

interface CategoryScope {
  readonly tenantId: string | undefined;
  readonly typeId: number | undefined;
  /** The chosen category, whose subcategories are offered. */
  readonly categoryId: number | string | null;
}

/** The categories of a type that units of the tenant may have, and the subcategories of the chosen one. */
export const useCategoryOptions = ({ tenantId, typeId, categoryId }: CategoryScope) => {
  const own = <Lookup extends { readonly tenantId: string | null }>(all: readonly Lookup[]): readonly Lookup[] =>
    all.filter((each) => each.tenantId === null || each.tenantId === tenantId);
  const categories = own(useCategories())
    .filter((category) => category.workUnitTypeId === typeId)
    .map((category): Option => ({ value: category.workUnitCategoryId, label: category.name }));
  const subcategories = own(useSubcategories())
    .filter((subcategory) => subcategory.workUnitCategoryId === categoryId)
    .map((subcategory): Option => ({ value: subcategory.workUnitSubcategoryId, label: subcategory.name }));
  return { categories, subcategories } as const;
};
