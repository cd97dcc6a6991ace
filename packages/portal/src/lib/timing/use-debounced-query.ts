import { useEffect, useState } from 'react';

/**
 * Debounces changes of a query's search and filter (`filterKey`) by `delayMilliseconds`. Any other change of the query,
 * such as paging, applies at once.
 */
export const useDebouncedQuery = (query: string, filterKey: string, delayMilliseconds: number) => {
  const [current, setCurrent] = useState({ query, filterKey });
  const isWaiting = current.filterKey !== filterKey;
  if (!isWaiting && current.query !== query) setCurrent({ query, filterKey });
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setCurrent({ query, filterKey }), delayMilliseconds);
    return () => clearTimeout(timer);
  }, [query, filterKey, isWaiting, delayMilliseconds]);
  return { query: isWaiting ? current.query : query, isWaiting } as const;
};
