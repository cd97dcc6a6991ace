import { pollIntervals, widePanelWidth } from '@cfs/contracts/sizes';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { ListView } from '../../../ui/list/list-view.tsx';
import { useListScreen } from '../../../ui/list/use-list-screen.ts';
import { SidePanel } from '../../../ui/drawers/side-panel.tsx';
import { actionHistoryColumns } from './action-history-columns.tsx';
import { ActionHistoryDialog } from './action-history-dialog.tsx';
import { actionHistorySet, listedFields, type ActionHistoryRow } from './action-history.ts';
import { historyFilter, type HistoryOf } from './history-filter.ts';

export interface ActionHistoryPanelProps {
  readonly of: HistoryOf;
  /** The name of the action, rule or work unit, if it is known. */
  readonly subject?: string | undefined;
  readonly onClose: () => void;
}

const actionHistoryId = (row: ActionHistoryRow): string => row.actionHistoryId;

/** The Action History, newest first, with a dialog for each entry. */
export const ActionHistoryPanel = ({ of, subject, onClose }: ActionHistoryPanelProps) => {
  const [opened, setOpened] = useState<ActionHistoryRow>();
  const screen = useListScreen<ActionHistoryRow>({
    name: 'actionHistory',
    set: actionHistorySet,
    columns: actionHistoryColumns,
    sort: [{ field: 'actionProcessed', direction: 'desc' }],
    filter: () => historyFilter(of),
    select: listedFields,
    expand: 'actionDefinition',
    poll: pollIntervals.actionHistory,
    isInDrawer: true,
  });
  return (
    <SidePanel
      title={subject ? `Action History: ${subject}` : 'Action History'}
      width={widePanelWidth}
      onClose={onClose}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', height: 1, gap: 3 }}>
        <ListView
          label="Action History"
          screen={screen}
          rowId={actionHistoryId}
          exportName="actionhistory.csv"
          onOpen={setOpened}
          emptyTitle="No History Found."
          emptyHint="Each attempt at an action appears here."
        />
      </Box>
      {opened && (
        <ActionHistoryDialog
          messageId={opened.messageId}
          entryId={opened.actionHistoryId}
          onClose={() => setOpened(undefined)}
        />
      )}
    </SidePanel>
  );
};
