import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { useCategories, useSubcategories } from '../work-units/work-unit-lookups.ts';

/**
 * The inputs for a request's service (category) and need (subcategory), as far as the Resolution Center offers them.
 */
export const ServiceInputs = () => {
  const tenantId = useTenantId();
  const { control, setValue } = useFormContext();
  const serviceId: unknown = useWatch({ control, name: 'workUnitCategoryId' });
  const services = useCategories()
    .filter((category) => category.isVisibleInResolutionCenter && category.workUnitTypeId === workUnitTypes.Incident)
    .filter((category) => category.tenantId === null || category.tenantId === tenantId)
    .map(({ workUnitCategoryId, name }) => ({ value: workUnitCategoryId, label: name }));
  const needs = useSubcategories()
    .filter((subcategory) => subcategory.workUnitCategoryId === serviceId)
    .map(({ workUnitSubcategoryId, name }) => ({ value: workUnitSubcategoryId, label: name }));
  return (
    <>
      <SelectInput
        name="workUnitCategoryId"
        label="Service"
        emptyLabel="None"
        options={services}
        onSelect={() => setValue('workUnitSubcategoryId', null, { shouldDirty: true })}
      />
      <SelectInput
        name="workUnitSubcategoryId"
        label="Need"
        emptyLabel="None"
        options={needs}
        disabled={needs.length === 0}
      />
    </>
  );
};
