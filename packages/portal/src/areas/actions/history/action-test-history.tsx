import { useState } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../../ui/feedback/query-result.tsx';
import { ActionHistoryDialog } from './action-history-dialog.tsx';
import type { ActionHistoryEntry } from './action-history.ts';
import { AttemptsTable } from './attempts-table.tsx';
import { useDelivery } from './use-delivery.ts';

/** The history of one test, polled until its result arrives. */
export const ActionTestHistory = ({ messageId }: { readonly messageId: string }) => {
  const delivery = useDelivery(messageId);
  const [opened, setOpened] = useState<ActionHistoryEntry>();
  return (
    <>
      <QueryResult query={delivery}>
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState title="No History Found." />
          ) : (
            <AttemptsTable label="Action History" entries={entries} onOpen={setOpened} />
          )
        }
      </QueryResult>
      {opened && (
        <ActionHistoryDialog
          messageId={messageId}
          entryId={opened.actionHistoryId}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
};
