import { useEffect, useMemo, type ReactNode } from 'react';
import { useAddressQuery } from '../../../lib/address-query.ts';
import { readSharedList } from './shared-list-link.ts';

interface SharedListProps {
  readonly search: string;
  /** The list, for a text that looks like JSON but is a search text. */
  readonly children: ReactNode;
}

/** Replaces a URL that contains the state of the list as JSON by the usual URL of that list. */
export const SharedList = ({ search, children }: SharedListProps) => {
  const [, patch] = useAddressQuery();
  const link = useMemo(() => readSharedList(search), [search]);
  useEffect(() => {
    if (link) patch(link, { replace: true });
  }, [patch, link]);
  return link ? null : children;
};
