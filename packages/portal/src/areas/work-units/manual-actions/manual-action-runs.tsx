import type { ManualActionRun } from '@cfs/contracts/manual-actions';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { DateTime } from '../../../ui/text/date-time.tsx';
import { ManualActionStatusLabel } from './manual-action-status.tsx';

interface ManualActionRunsProps {
  /** The name of their action. */
  readonly of: string;
  readonly runs: readonly ManualActionRun[];
}

/** The runs and rejections of an action since its unit entered its state, with user and result; newest first. */
export const ManualActionRuns = ({ of, runs }: ManualActionRunsProps) => (
  <Box component="ul" aria-label={`History of ${of}`} sx={{ listStyle: 'none', m: 0, mt: 3, p: 0 }}>
    {runs.map((run) => (
      <Box
        component="li"
        key={`${run.created} ${run.messageId}`}
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, py: 1, borderTop: 1, borderColor: 'divider' }}
      >
        <Typography variant="body2" component="span">
          <ManualActionStatusLabel status={run.status} />
        </Typography>
        <Typography variant="body2" component="span">
          {run.createdBy}
        </Typography>
        <Typography variant="body2" component="span" color="textSecondary">
          <DateTime time={run.created} format="note" />
        </Typography>
        {run.resultDetail && (
          <Typography variant="body2" sx={{ flexBasis: '100%', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {run.resultDetail}
          </Typography>
        )}
      </Box>
    ))}
  </Box>
);
