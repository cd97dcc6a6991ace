import { customValueNames, type CustomValueName } from '@cfs/contracts/work-units';
import { useFormContext } from 'react-hook-form';
import { useStableCallback } from '../../../lib/timing/use-stable-callback.ts';
import { useCategories, useSubcategories } from '../work-unit-lookups.ts';

interface Chosen extends Partial<Record<CustomValueName, string | null>> {
  readonly tenantId: string | null;
  readonly workUnitTypeId: number | null;
  readonly workUnitCategoryId?: number | null;
  readonly workUnitSubcategoryId?: number | null;
  readonly protocolId?: string | null;
  readonly assignmentGroup?: string | null;
}

const ofTenant = ['protocolId', 'assignmentGroup', ...customValueNames] as const;

/** Clears the fields that a new unit cannot keep after a change of its tenant or type. */
export const useClearForeign = () => {
  const { getValues, setValue } = useFormContext<Chosen>();
  const [categories, subcategories] = [useCategories(), useSubcategories()];
  const clear = (...names: readonly (keyof Chosen)[]): void => {
    for (const name of names) if (getValues(name) != null) setValue(name, null, { shouldDirty: true });
  };
  const afterType = useStableCallback((): void => {
    const { tenantId, workUnitTypeId, workUnitCategoryId, workUnitSubcategoryId } = getValues();
    const isOwn = (owner: string | null): boolean => owner === null || owner === tenantId;
    const category = categories.find((each) => each.workUnitCategoryId === workUnitCategoryId);
    const subcategory = subcategories.find((each) => each.workUnitSubcategoryId === workUnitSubcategoryId);
    if (!category || category.workUnitTypeId !== workUnitTypeId || !isOwn(category.tenantId))
      clear('workUnitCategoryId', 'workUnitSubcategoryId');
    else if (!subcategory || !isOwn(subcategory.tenantId)) clear('workUnitSubcategoryId');
  });
  const afterTenant = useStableCallback((): void => {
    afterType();
    clear(...ofTenant);
  });
  return { afterTenant, afterType } as const;
};
