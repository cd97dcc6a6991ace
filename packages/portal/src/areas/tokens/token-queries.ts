import type { GeneratedToken, TokenCreate, TokenGrant, TokenUpdate } from '@cfs/contracts/tokens';
import { api } from '../../lib/api/api-client.ts';
import { useRefresh } from '../../lib/api/use-list.ts';

export const tokenSet = '/v1/tokens';

/** Creates a token. Resolves to it with its secret, which the server never returns again. */
export const useCreateToken = () => {
  const refresh = useRefresh();
  return async (values: TokenCreate): Promise<GeneratedToken> => {
    const created = await api.put<GeneratedToken>(tokenSet, values);
    await refresh(tokenSet);
    return created;
  };
};

/** Changes name and description of a token. */
export const useSaveToken = () => {
  const refresh = useRefresh();
  return async (values: TokenUpdate, tokenGrantId: string): Promise<TokenGrant> => {
    const saved = await api.post<TokenGrant>(`${tokenSet}/${tokenGrantId}`, values);
    await refresh(tokenSet);
    return saved;
  };
};
