import type { CannedReply, CannedReplyCreate, CannedReplyUpdate } from '@cfs/contracts/canned-replies';
import { api } from '../../lib/api/api-client.ts';
import { useRefresh } from '../../lib/api/use-list.ts';

/** The entity set of canned replies, used by the list, the form and the note box. */
export const cannedReplySet = '/v1/cannedreplies';

/** Creates a canned reply, or updates the one with this id. Resolves with the stored row. */
export const useSaveCannedReply = () => {
  const refresh = useRefresh();
  return async (values: CannedReplyCreate | CannedReplyUpdate, cannedReplyId?: string): Promise<CannedReply> => {
    const saved = cannedReplyId
      ? await api.post<CannedReply>(`${cannedReplySet}/${cannedReplyId}`, values)
      : await api.put<CannedReply>(cannedReplySet, values);
    await refresh(cannedReplySet);
    return saved;
  };
};
