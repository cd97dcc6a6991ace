import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { CommunicationActivity } from '@cfs/contracts/communications';
import type { UseQueryResult } from '@tanstack/react-query';
import { api } from '../../../lib/api/api-client.ts';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { yesOrNo } from '../../../lib/texts/yes-or-no.ts';
import { notifyProblem } from '../../../lib/notify-problem.ts';
import type { OpenRow } from '../../../ui/drawers/use-open-row.ts';
import { useAsk } from '../../../ui/feedback/confirm.tsx';
import { QueryResult } from '../../../ui/feedback/query-result.tsx';
import { PlainTable, type PlainColumn } from '../../../ui/grid/plain-table.tsx';
import { RowAction } from '../../../ui/grid/row-action.tsx';
import { DateTime } from '../../../ui/text/date-time.tsx';
import { StateLabel } from '../../../ui/text/state-label.tsx';
import { communicationActivitySet } from '../communication-queries.ts';

const columns: readonly PlainColumn<CommunicationActivity>[] = [
  {
    header: 'Step',
    isNarrow: true,
    cell: ({ isComplete }) => (
      <StateLabel tone={isComplete ? 'good' : 'underway'}>{isComplete ? 'Past step' : 'Next step'}</StateLabel>
    ),
  },
  { header: 'Details', cell: ({ details }) => <Box sx={{ whiteSpace: 'pre-wrap' }}>{details}</Box> },
  { header: 'Customer-facing', isNarrow: true, cell: ({ isCustomerFacing }) => yesOrNo(isCustomerFacing) },
  {
    header: 'Completed',
    isNarrow: true,
    cell: ({ completed }) => (completed === null ? null : <DateTime time={completed} />),
  },
];

/** Deletes a step after a confirmation, and shows the reason if that fails. */
const useDeleteActivity = () => {
  const ask = useAsk();
  const refresh = useRefresh();
  return async ({ workUnitCommunicationActivityId, details, modified }: CommunicationActivity): Promise<void> => {
    const text = `Delete the activity "${details}"?`;
    const answer = await ask({ title: 'Delete Activity', text, yes: 'Delete', no: 'Cancel', isDestructive: true });
    if (answer === undefined) return;
    try {
      const address = `${communicationActivitySet}/${workUnitCommunicationActivityId}`;
      await api.delete(`${address}?modified=${encodeURIComponent(modified)}`);
    } catch (error) {
      notifyProblem(error);
    } finally {
      await refresh(communicationActivitySet);
    }
  };
};

interface ActivitiesTabProps {
  readonly query: UseQueryResult<readonly CommunicationActivity[]>;
  readonly drawer: OpenRow;
  readonly mayEdit: boolean;
}

/** The past and next steps of a communication. */
export const ActivitiesTab = ({ query, drawer, mayEdit }: ActivitiesTabProps) => {
  const remove = useDeleteActivity();
  const actions: PlainColumn<CommunicationActivity> = {
    header: 'Actions',
    isNarrow: true,
    cell: (activity) => (
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        <RowAction
          label={`Edit ${activity.details}`}
          icon={<EditIcon />}
          onClick={() => drawer.open(activity.workUnitCommunicationActivityId)}
        />
        <RowAction label={`Delete ${activity.details}`} icon={<DeleteIcon />} onClick={() => void remove(activity)} />
      </Box>
    ),
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      {mayEdit && (
        <Box>
          <Button startIcon={<AddIcon />} onClick={drawer.create}>
            Add Activity
          </Button>
        </Box>
      )}
      <QueryResult query={query}>
        {(activities) =>
          activities.length === 0 ? (
            <Typography variant="body2" color="textSecondary">
              No activities yet.
            </Typography>
          ) : (
            <PlainTable
              label="Activities"
              stacks
              rows={activities}
              rowKey={({ workUnitCommunicationActivityId }) => workUnitCommunicationActivityId}
              columns={mayEdit ? [...columns, actions] : columns}
            />
          )
        }
      </QueryResult>
    </Box>
  );
};
