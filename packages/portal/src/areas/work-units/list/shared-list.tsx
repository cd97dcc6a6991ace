import { useEffect, useMemo, type ReactNode } from 'react';
import { useAddressQuery } from '../../../lib/address-query.ts';
import { readSharedList } from './shared-list-link.ts';

interface SharedListProps {
  readonly search: string;
  /** The list itself, for a text that looks like JSON and is a text to look for. */
  readonly children: ReactNode;
}

/** Follows a link that holds the list as JSON text. */
export const SharedList = ({ search, children }: SharedListProps) => {
  const [, patch] = useAddressQuery();
  const link = useMemo(() => readSharedList(search), [search]);
  useEffect(() => {
    if (link) patch(link, { replace: true });
  }, [patch, link]);
  return link ? null : children;
};
