import type { RoleRow } from '@cfs/contracts/access-roles';
import { useCallback } from 'react';
import { useRefresh } from '../../lib/api/use-list.ts';
import { useAsk } from '../../ui/feedback/confirm.tsx';
import { attempt, change } from './access-calls.ts';
import { roleSet } from './access-queries.ts';

/** Deletes a role after a confirmation. For a role that is in use, the server's message names its holders. */
export const useDeleteRole = () => {
  const ask = useAsk();
  const refresh = useRefresh();
  return useCallback(
    async ({ roleId, name }: RoleRow): Promise<void> => {
      const question = { title: 'Delete Role', text: `Delete ${name}?`, yes: 'Delete', no: 'Cancel' };
      if ((await ask({ ...question, isDestructive: true })) === undefined) return;
      await attempt(() => change('DELETE', `${roleSet}/${roleId}`));
      await refresh(roleSet);
    },
    [ask, refresh],
  );
};
