import type { PersonLookup } from '@cfs/contracts/access';
import { peopleSearchDebounce } from '@cfs/contracts/sizes';
import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query';
import { api } from './api/api-client.ts';
import { usePreloaded } from './api/preloaded-answers.tsx';
import { useDebounced } from './timing/use-debounced.ts';

/** What a search returns. */
export type PeopleScope = 'people' | 'peopleandgroups';

/** "displayName (mail)", the label of people and groups. */
export const personLabel = ({ displayName, mail }: PersonLookup): string => `${displayName} (${mail})`;

/** The key under which `usePeople` keeps what a search found. */
export const peopleKey = (scope: PeopleScope, term: string): QueryKey => ['lookup', scope, term];

/** Searches people, or people and groups, debounced by 400 ms. An empty term sends no request. */
export const usePeople = (typed: string, scope: PeopleScope) => {
  const trimmed = typed.trim();
  const term = useDebounced(trimmed, peopleSearchDebounce);
  const {
    data = [],
    isFetching,
    isError,
  } = useQuery({
    queryKey: peopleKey(scope, term),
    queryFn: ({ signal }) =>
      api.get<readonly PersonLookup[]>(`/api/${scope}?searchTerm=${encodeURIComponent(term)}`, { signal }),
    enabled: term !== '',
    staleTime: 60_000,
    ...usePreloaded<readonly PersonLookup[]>(peopleKey(scope, term)),
    placeholderData: keepPreviousData,
  });
  const isSearching = isFetching || trimmed !== term;
  return { people: data, isSearching, hasFailed: isError && !isSearching };
};
