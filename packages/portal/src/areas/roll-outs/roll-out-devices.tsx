import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { rollOutDeviceStates, type RollOutDevice, type RollOutDeviceState } from '@cfs/contracts/roll-out-enumerations';
import { useState } from 'react';
import { allOf, equals, textLiteral } from '../../lib/api/odata-filter.ts';
import { usePagedRows } from '../../lib/api/use-paged-rows.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { MoreRows } from '../../ui/list/more-rows.tsx';
import { DateTime } from '../../ui/text/date-time.tsx';
import { StateLabel } from '../../ui/text/state-label.tsx';
import { rollOutDeviceSet, rollOutPollMilliseconds } from './roll-out-row.ts';

const pageSize = 50;

const looks = {
  Waiting: { tone: 'muted', label: 'Waiting' },
  Installing: { tone: 'underway', label: 'Installing' },
  Installed: { tone: 'good', label: 'Installed' },
  Failed: { tone: 'bad', label: 'Failed' },
  Skipped: { tone: 'muted', label: 'Skipped' },
  TakenBack: { tone: 'warning', label: 'Taken Back' },
} as const satisfies Record<RollOutDeviceState, { readonly tone: string; readonly label: string }>;

/** The devices of a roll-out in their order, optionally filtered by state. */
export const RollOutDevices = ({ rollOutId }: { readonly rollOutId: string }) => {
  const [state, setState] = useState<RollOutDeviceState | ''>('');
  const list = usePagedRows<RollOutDevice>(
    rollOutDeviceSet,
    {
      filter: allOf(equals('rollOutId', rollOutId), state === '' ? undefined : equals('state', textLiteral(state))),
      orderBy: [{ field: 'position', direction: 'asc' }],
    },
    { key: 'rollOutDeviceId', pageSize, poll: rollOutPollMilliseconds },
  );
  const { rows, error, isLoading, retry } = list;
  return (
    <section>
      <Typography variant="h3" sx={{ mb: 2 }}>
        Devices
      </Typography>
      <TextField
        select
        size="small"
        hiddenLabel
        value={state}
        onChange={({ target }) => setState(target.value as RollOutDeviceState | '')}
        slotProps={{ select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': 'State of the devices' } } }}
        sx={{ mb: 3, minWidth: 200 }}
      >
        <MenuItem value="">All states</MenuItem>
        {(Object.keys(rollOutDeviceStates) as RollOutDeviceState[]).map((name) => (
          <MenuItem key={name} value={name}>
            {looks[name].label}
          </MenuItem>
        ))}
      </TextField>
      {error && rows.length === 0 && <FailedState error={error} onRetry={retry} />}
      {!error && !isLoading && rows.length === 0 && <EmptyState title="No devices in this state" />}
      {rows.length > 0 && (
        <PlainTable
          label="Devices"
          maxHeight={480}
          rows={rows}
          rowKey={({ rollOutDeviceId }) => rollOutDeviceId}
          columns={[
            { header: 'Device', cell: ({ deviceName }) => deviceName },
            { header: 'Stage', cell: ({ stage }) => stage, isNarrow: true, align: 'right' },
            {
              header: 'State',
              cell: (row) => <StateLabel tone={looks[row.state].tone}>{looks[row.state].label}</StateLabel>,
              isNarrow: true,
            },
            { header: 'Reason', cell: ({ detail }) => detail },
            {
              header: 'Assigned',
              cell: ({ assigned }) => <DateTime time={assigned} />,
              isNarrow: true,
              isWideOnly: true,
            },
          ]}
        />
      )}
      {rows.length > 0 && <MoreRows list={list} nouns={['device', 'devices']} />}
    </section>
  );
};
