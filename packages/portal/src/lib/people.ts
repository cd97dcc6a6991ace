import type { PersonLookup } from '@cfs/contracts/access';
import { peopleSearchDebounce } from '@cfs/contracts/sizes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from './api/api-client.ts';
import { useSettled } from './use-settled.ts';

/** Whom a search looks for. */
export type PeopleScope = 'people' | 'peopleandgroups';

/** "displayName (mail)", the way in which people and groups are shown. */
export const personLabel = ({ displayName, mail }: PersonLookup): string => `${displayName} (${mail})`;

/** People, or people and groups, that a search finds, asked 400 ms after the last key. Without a term nobody is asked. */
export const usePeople = (typed: string, scope: PeopleScope) => {
  const wanted = typed.trim();
  const term = useSettled(wanted, peopleSearchDebounce);
  const {
    data = [],
    isFetching,
    isError,
  } = useQuery({
    queryKey: ['lookup', scope, term],
    queryFn: ({ signal }) =>
      api.get<readonly PersonLookup[]>(`/api/${scope}?searchTerm=${encodeURIComponent(term)}`, { signal }),
    enabled: term !== '',
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const isSearching = isFetching || wanted !== term;
  return { people: data, isSearching, hasFailed: isError && !isSearching };
};
