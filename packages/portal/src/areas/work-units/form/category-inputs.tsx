import { useFormContext, useWatch } from 'react-hook-form';
import { SelectInput } from '../../../ui/fields/select-input.tsx';
import { useCategoryOptions } from './use-category-options.ts';
import { withCurrentOption } from './with-current-option.ts';
import type { WorkUnitRow } from '../work-unit-row.ts';

interface CategoryInputsProps {
  readonly workUnit: WorkUnitRow | undefined;
  readonly tenantId: string | undefined;
}

/**
 * The inputs for category and subcategory. They offer those of the unit's type and tenant, and the stored ones even if
 * these are no longer available.
 */
export const CategoryInputs = ({ workUnit, tenantId }: CategoryInputsProps) => {
  const { setValue } = useFormContext();
  const [typeId, categoryId] = useWatch({ name: ['workUnitTypeId', 'workUnitCategoryId'] }) as [number, number | null];
  const { categories, subcategories } = useCategoryOptions({ tenantId, typeId, categoryId });
  const present = categoryId === workUnit?.workUnitCategoryId ? workUnit : undefined;
  return (
    <>
      <SelectInput
        name="workUnitCategoryId"
        label="Category"
        emptyLabel="None"
        options={withCurrentOption(categories, workUnit?.workUnitCategoryId, workUnit?.category?.name)}
        onSelect={() => setValue('workUnitSubcategoryId', null, { shouldDirty: true })}
      />
      <SelectInput
        name="workUnitSubcategoryId"
        label="Subcategory"
        emptyLabel="None"
        options={withCurrentOption(subcategories, present?.workUnitSubcategoryId, present?.subcategory?.name)}
      />
    </>
  );
};
