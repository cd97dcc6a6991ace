import RefreshIcon from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { blockLogs } from '@cfs/contracts/blocks';
import { pollIntervals } from '@cfs/contracts/sizes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { pollEvery } from '../../lib/timing/polling.ts';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { DateTime } from '../../ui/text/date-time.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';

interface EntityLogsProps {
  readonly entityId: string;
  /** The path that returns the logs; by default the one for blocks. */
  readonly path?: string;
}

/** The logs of an entity, with a button to refresh them and an option to do so every 30 s. */
export const EntityLogs = ({ entityId, path = `/v1/blocks/${entityId}/logs` }: EntityLogsProps) => {
  const [isAutomatic, setAutomatic] = useState(false);
  const logs = useQuery({
    queryKey: ['logs', path],
    queryFn: async ({ signal }) => blockLogs.parse(await api.get(path, { signal })),
    ...pollEvery(pollIntervals.logs, !isAutomatic),
  });
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <Box sx={{ display: 'flex', gap: 4 }}>
        <Button variant="outlined" startIcon={<RefreshIcon />} onClick={() => void logs.refetch()}>
          Refresh
        </Button>
        <FormControlLabel
          label="Auto-Refresh (30 sec)"
          control={<Switch size="small" checked={isAutomatic} onChange={(_, isOn) => setAutomatic(isOn)} />}
        />
      </Box>
      <QueryResult query={logs}>
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState title="No Logs Found." />
          ) : (
            <PlainTable
              label="Logs"
              rowKey={(entry) => entry.logEntryId}
              columns={[
                { header: 'Time', cell: (entry) => <DateTime time={entry.created} /> },
                { header: 'Detail', cell: (entry) => entry.detail },
                {
                  header: 'Copy',
                  cell: (entry) => (
                    <CopyButton text={entry.detail} label="Copy log entry" done="Content copied successfully!" />
                  ),
                  isNarrow: true,
                },
              ]}
              rows={entries}
            />
          )
        }
      </QueryResult>
    </Box>
  );
};
