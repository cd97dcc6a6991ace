import { useFormContext, useWatch } from 'react-hook-form';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { useCategories, useSubcategories } from './work-unit-lookups.ts';
import type { WorkUnitRow } from './work-unit-row.ts';

interface CategoryInputsProps {
  readonly workUnit: WorkUnitRow | undefined;
  readonly tenantId: string | undefined;
}

/** Category and subcategory: those of the unit's type and tenant, and the ones it has, whatever became of them. */
export const CategoryInputs = ({ workUnit, tenantId }: CategoryInputsProps) => {
  const { control, setValue } = useFormContext();
  const [typeId, categoryId] = useWatch({ control, name: ['workUnitTypeId', 'workUnitCategoryId'] }) as [
    number,
    number | null,
  ];
  const own = <Lookup extends { readonly tenantId: string | null }>(all: readonly Lookup[]): readonly Lookup[] =>
    all.filter((each) => each.tenantId === null || each.tenantId === tenantId);
  const categories = own(useCategories())
    .filter((category) => category.workUnitTypeId === typeId)
    .map((category) => ({ value: category.workUnitCategoryId, label: category.name }));
  const subcategories = own(useSubcategories())
    .filter((subcategory) => subcategory.workUnitCategoryId === categoryId)
    .map((subcategory) => ({ value: subcategory.workUnitSubcategoryId, label: subcategory.name }));
  const withPresent = (
    offered: readonly { readonly value: number; readonly label: string }[],
    value: number | null | undefined,
    name: string | undefined,
  ) =>
    value && name && offered.every((each) => each.value !== value) ? [...offered, { value, label: name }] : offered;
  const present = categoryId === workUnit?.workUnitCategoryId ? workUnit : undefined;
  return (
    <>
      <SelectInput
        name="workUnitCategoryId"
        label="Category"
        none="None"
        options={withPresent(categories, workUnit?.workUnitCategoryId, workUnit?.category?.name)}
        onChosen={() => setValue('workUnitSubcategoryId', null, { shouldDirty: true })}
      />
      <SelectInput
        name="workUnitSubcategoryId"
        label="Subcategory"
        none="None"
        options={withPresent(subcategories, present?.workUnitSubcategoryId, present?.subcategory?.name)}
      />
    </>
  );
};
