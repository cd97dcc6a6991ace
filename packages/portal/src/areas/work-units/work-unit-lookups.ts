import type { Category, Subcategory } from '@cfs/contracts/categories';
import { peopleSearchDebounce } from '@cfs/contracts/sizes';
import type { PersonLookup } from '@cfs/contracts/access';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { useLookup } from '../../lib/lookups.ts';

export interface WorkUnitTypeLookup {
  readonly workUnitTypeId: number;
  readonly name: string;
}

export const useWorkUnitTypes = () => useLookup<WorkUnitTypeLookup>('/api/generallookup/workunittypes');
export const useCategories = () => useLookup<Category>('/api/generallookup/workunitcatgories');
export const useSubcategories = () => useLookup<Subcategory>('/api/generallookup/workunitsubcatgories');

const useSettled = (text: string, delay: number): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), delay);
    return () => clearTimeout(timer);
  }, [text, delay]);
  return settled;
};

/** People and groups that a search finds, asked 400 ms after the last key. */
export const usePeople = (typed: string): readonly PersonLookup[] => {
  const term = useSettled(typed.trim(), peopleSearchDebounce);
  const { data } = useQuery({
    queryKey: ['people', term],
    queryFn: ({ signal }) =>
      api.get<readonly PersonLookup[]>(`/api/peopleandgroups?searchTerm=${encodeURIComponent(term)}`, { signal }),
    enabled: term !== '',
    staleTime: 60_000,
  });
  return data ?? [];
};
