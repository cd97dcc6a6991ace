import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { OperationRun, OperationRuns } from '@cfs/contracts/device-operations';
import { deviceOperationLimits } from '@cfs/contracts/device-operation-texts';
import { pollIntervals } from '@cfs/contracts/sizes';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { pollEvery } from '../../lib/timing/polling.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { DateTime } from '../../ui/text/date-time.tsx';
import { StateLabel, type Tone } from '../../ui/text/state-label.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { monospace } from '../../ui/theme/theme.ts';
import { deviceOperationSet } from './device-operation-row.ts';

const toneOf = ({ state, outcome }: OperationRun): Tone => {
  if (state !== 'Ended') return 'underway';
  if (outcome === 'Succeeded') return 'good';
  return outcome === null ? 'muted' : 'bad';
};

/** Formats a duration: '0.25 s', '12 s', '3 min 5 s'. */
const durationText = (milliseconds: number): string => {
  if (milliseconds < 9_995) return `${(milliseconds / 1_000).toFixed(2)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

const factsOf = ({ durationMilliseconds, exitCode, value, queuedBy }: OperationRun): readonly string[] => [
  ...(durationMilliseconds === null ? [] : [durationText(durationMilliseconds)]),
  ...(exitCode === null ? [] : [`exit code ${exitCode}`]),
  ...(value === null ? [] : [`value ${value}`]),
  ...(queuedBy === null ? [] : [`queued by ${queuedBy}`]),
];

const Output = ({ run }: { readonly run: OperationRun }) => (
  <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
    {run.error !== null && (
      <Typography color="error" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {run.error}
      </Typography>
    )}
    {run.output === '' ? (
      <Typography variant="body2" color="textSecondary">
        No output.
      </Typography>
    ) : (
      <Box sx={{ display: 'flex', alignItems: 'start', gap: 1 }}>
        <Box
          component="pre"
          tabIndex={0}
          sx={{
            flexGrow: 1,
            m: 0,
            p: 2,
            maxHeight: 320,
            overflow: 'auto',
            bgcolor: 'action.hover',
            borderRadius: 1,
            fontFamily: monospace,
            fontSize: 13,
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
          }}
        >
          {run.output}
        </Box>
        <CopyButton text={run.output} label="Copy output" done="Content copied successfully!" />
      </Box>
    )}
    {run.outputTruncated && (
      <Typography variant="caption" color="textSecondary">
        The agent has truncated the output.
      </Typography>
    )}
  </Box>
);

/** The runs of a device operation, newest first, with outcome, duration, exit code and output. */
export const OperationRunList = ({ deviceOperationId }: { readonly deviceOperationId: string }) => {
  const runs = useInfiniteQuery({
    queryKey: [deviceOperationSet, 'runs', deviceOperationId],
    queryFn: async ({ signal, pageParam }) => {
      const before = pageParam === '' ? '' : `?before=${encodeURIComponent(pageParam)}`;
      return (await api.get<OperationRuns>(`${deviceOperationSet}/${deviceOperationId}/runs${before}`, { signal }))
        .value;
    },
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < deviceOperationLimits.runsShown ? undefined : page.at(-1)?.started),
    ...pollEvery(pollIntervals.deviceOperations),
  });
  if (runs.error && !runs.data) return <FailedState error={runs.error} onRetry={() => void runs.refetch()} />;
  const shown = runs.data?.pages.flat() ?? [];
  if (runs.data && shown.length === 0)
    return <EmptyState title="No History Found." hint="Runs appear here as the agent reports them." />;
  return (
    <Box>
      {shown.map((run) => (
        <Accordion
          key={`${run.started} ${run.runId ?? ''}`}
          disableGutters
          variant="outlined"
          slotProps={{ transition: { unmountOnExit: true } }}
        >
          <AccordionSummary expandIcon={<ExpandMoreIcon />}>
            <Box
              sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1, fontSize: 14 }}
            >
              <StateLabel tone={toneOf(run)}>{run.outcome ?? run.state}</StateLabel>
              <DateTime time={run.started} withAge />
              <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {factsOf(run).join(', ')}
              </Box>
            </Box>
          </AccordionSummary>
          <AccordionDetails>
            <Output run={run} />
          </AccordionDetails>
        </Accordion>
      ))}
      {runs.hasNextPage && (
        <Button sx={{ mt: 3 }} disabled={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
          Show older runs
        </Button>
      )}
    </Box>
  );
};
