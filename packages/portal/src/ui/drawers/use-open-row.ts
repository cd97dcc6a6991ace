import { useCallback } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';

/**
 * The id of the row whose drawer is open, kept in the query parameter `name`. `new` is a row that is being created; for
 * people who may not create, it is the id of a missing row.
 */
export const useOpenRow = (name = 'open', mayCreate = true) => {
  const [query, patch] = useAddressQuery();
  const openId = query[name];
  return {
    openId,
    isCreating: mayCreate && openId === 'new',
    open: useCallback((id: string) => patch({ [name]: id }), [name, patch]),
    create: useCallback(() => patch({ [name]: 'new' }), [name, patch]),
    /** Replaces `new` with the id of the created row, so that Back does not return to the empty form. */
    created: useCallback((id: string) => patch({ [name]: id }, { replace: true }), [name, patch]),
    close: useCallback(() => patch({ [name]: undefined }), [name, patch]),
  } as const;
};

export type OpenRow = ReturnType<typeof useOpenRow>;
