import { useCallback } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';

/**
 * Which row's drawer is open, kept in the address under `name`; `new` stands for a row that is being created, and for
 * one that is not there when the person may not create any.
 */
export const useOpenRow = (name = 'open', mayCreate = true) => {
  const [query, patch] = useAddressQuery();
  const openId = query[name];
  return {
    openId,
    isCreating: mayCreate && openId === 'new',
    open: useCallback((id: string) => patch({ [name]: id }), [name, patch]),
    create: useCallback(() => patch({ [name]: 'new' }), [name, patch]),
    /** Turns from the row that was being created to what it has become: Back does not lead to an empty form. */
    created: useCallback((id: string) => patch({ [name]: id }, { replace: true }), [name, patch]),
    close: useCallback(() => patch({ [name]: undefined }), [name, patch]),
  } as const;
};

export type OpenRow = ReturnType<typeof useOpenRow>;
