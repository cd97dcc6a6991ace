import { useCallback } from 'react';
import { useRefresh } from '../../lib/api/use-list.ts';
import { useAsk } from '../../ui/feedback/confirm.tsx';
import { sharedTenantName } from '../../ui/list/shared-tenant-name.ts';
import { attempt, change } from './access-calls.ts';
import { grantSet, personSet, type GrantRow } from './access-queries.ts';

/** Removes a grant after a confirmation. */
export const useRemoveGrant = () => {
  const ask = useAsk();
  const refresh = useRefresh();
  return useCallback(
    async ({ grantId, holder, roleName, tenant }: GrantRow): Promise<void> => {
      const where = tenant?.name ?? sharedTenantName;
      const text = `Remove the role ${roleName} in ${where} from ${holder}? It takes effect within a second.`;
      if ((await ask({ title: 'Remove Grant', text, yes: 'Remove', no: 'Cancel', isDestructive: true })) === undefined)
        return;
      await attempt(() => change('DELETE', `${grantSet}/${grantId}`));
      await refresh(grantSet, personSet);
    },
    [ask, refresh],
  );
};
