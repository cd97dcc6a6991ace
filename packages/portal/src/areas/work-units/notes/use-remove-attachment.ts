import type { Attachment } from '@cfs/contracts/work-unit-attachments';
import { useQueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../../lib/api/api-problem.ts';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { notify } from '../../../lib/notify.ts';
import { useAsk } from '../../../ui/feedback/confirm.tsx';
import { deleteAttachment } from './attachment-calls.ts';
import { withoutAttachment, type KnownHistory } from '../history/merge-records.ts';
import { workUnitHistoryKey } from '../history/work-unit-history-queries.ts';

/** Removes a file from its note permanently, after a confirmation. */
export const useRemoveAttachment = (workUnitId: number) => {
  const ask = useAsk();
  const client = useQueryClient();
  const refresh = useRefresh();
  return async (attachment: Attachment): Promise<void> => {
    const { attachmentId, fileName } = attachment;
    const answer = await ask({
      title: 'Remove File',
      text: `Remove ${fileName} from this work unit? It cannot be restored.`,
      yes: 'Remove',
      no: 'Cancel',
      isDestructive: true,
    });
    if (answer === undefined) return;
    try {
      await deleteAttachment(workUnitId, attachment);
      notify.success(`${fileName} was removed.`);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      notify.error(`${fileName} could not be removed. ${error.detail}`);
      if (error.status !== 404) return;
    }
    client.setQueryData<KnownHistory>(
      [workUnitHistoryKey, workUnitId],
      (known) => known && withoutAttachment(known, attachmentId),
    );
    await refresh(workUnitHistoryKey);
  };
};
