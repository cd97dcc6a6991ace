import type { TokenGrant } from '@cfs/contracts/tokens';
import { useCallback } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notify } from '../../lib/notify.ts';
import { useAsk } from '../../ui/feedback/confirm.tsx';
import { saveTokenFailure } from './token.ts';
import { tokenSet } from './token-queries.ts';

/** Revokes a token permanently after a confirmation. */
export const useRevokeToken = () => {
  const ask = useAsk();
  const refresh = useRefresh();
  return useCallback(
    async ({ tokenGrantId, name }: TokenGrant): Promise<void> => {
      const text = `Revoke ${name}? Requests that use it are rejected from now on. This cannot be undone.`;
      const question = { title: 'Revoke Token', text, yes: 'Revoke', no: 'Cancel', isDestructive: true };
      if ((await ask(question)) === undefined) return;
      try {
        await api.put(`${tokenSet}/${tokenGrantId}/revoke`, undefined);
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        notify.error(saveTokenFailure);
      } finally {
        await refresh(tokenSet);
      }
    },
    [ask, refresh],
  );
};
