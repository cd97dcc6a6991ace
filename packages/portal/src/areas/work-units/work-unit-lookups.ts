import type { Category, Subcategory } from '@cfs/contracts/categories';
import { useMemo } from 'react';
import type { FilterOption } from '../../lib/column-filter.ts';
import { useLookup } from '../../lib/lookups.ts';

export interface WorkUnitTypeLookup {
  readonly workUnitTypeId: number;
  readonly name: string;
}

export const useWorkUnitTypes = () => useLookup<WorkUnitTypeLookup>('/api/generallookup/workunittypes');

/** The types as a filter offers them. */
export const useWorkUnitTypeOptions = (): readonly FilterOption[] => {
  const types = useWorkUnitTypes();
  return useMemo(() => types.map(({ workUnitTypeId, name }) => ({ value: workUnitTypeId, label: name })), [types]);
};

export const useCategories = () => useLookup<Category>('/api/generallookup/workunitcatgories');
export const useSubcategories = () => useLookup<Subcategory>('/api/generallookup/workunitsubcatgories');
