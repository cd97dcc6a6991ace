import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  inventorySections,
  type InventoryChange,
  type InventoryChangeKind,
  type InventorySection,
} from '@cfs/contracts/inventory';
import { useState } from 'react';
import { allOf, equals, textLiteral } from '../../lib/api/odata-filter.ts';
import { usePagedRows } from '../../lib/api/use-paged-rows.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { MoreRows } from '../../ui/list/more-rows.tsx';
import { DateTime } from '../../ui/text/date-time.tsx';
import { StateLabel } from '../../ui/text/state-label.tsx';
import { inventoryChangeSet, inventoryPageSize } from './inventory-sets.ts';

const tones = { Added: 'good', Removed: 'warning', Changed: 'muted' } as const satisfies Record<
  InventoryChangeKind,
  string
>;

const sectionNames: Readonly<Record<InventorySection, string>> = {
  Hardware: 'Hardware',
  OperatingSystem: 'Operating System',
  Network: 'Network',
  Disk: 'Disks',
  Software: 'Software',
};

const valuesOf = ({ before, after }: InventoryChange): string =>
  [before, after].filter((each) => each !== null).join(' → ');

/** The changes of the inventory of a device, newest first. */
export const InventoryChangeList = ({ deviceId }: { readonly deviceId: string }) => {
  const [section, setSection] = useState<InventorySection | ''>('');
  const list = usePagedRows<InventoryChange>(
    inventoryChangeSet,
    {
      filter: allOf(equals('deviceId', deviceId), section === '' ? undefined : equals('section', textLiteral(section))),
      orderBy: [{ field: 'occurred', direction: 'desc' }],
    },
    { key: 'changeId', pageSize: inventoryPageSize },
  );
  const { rows, error, isLoading, retry } = list;
  return (
    <section>
      <Typography variant="h3" sx={{ mb: 2 }}>
        Changes
      </Typography>
      <TextField
        select
        size="small"
        hiddenLabel
        value={section}
        onChange={({ target }) => setSection(target.value as InventorySection | '')}
        slotProps={{
          select: { displayEmpty: true, SelectDisplayProps: { 'aria-label': 'Section of the changes' } },
        }}
        sx={{ mb: 3, minWidth: 200 }}
      >
        <MenuItem value="">All sections</MenuItem>
        {(Object.keys(inventorySections) as InventorySection[]).map((name) => (
          <MenuItem key={name} value={name}>
            {sectionNames[name]}
          </MenuItem>
        ))}
      </TextField>
      {error && rows.length === 0 && <FailedState error={error} onRetry={retry} />}
      {!error && !isLoading && rows.length === 0 && (
        <EmptyState title="No changes" hint="A change appears when an inventory differs from the one before." />
      )}
      {rows.length > 0 && (
        <>
          <PlainTable
            label="Changes"
            maxHeight={420}
            rows={rows}
            rowKey={({ changeId }) => changeId}
            columns={[
              {
                header: 'Time',
                cell: ({ occurred }) => <DateTime time={occurred} />,
                isNarrow: true,
                isWideOnly: true,
              },
              {
                header: 'Change',
                cell: ({ kind }) => <StateLabel tone={tones[kind]}>{kind}</StateLabel>,
                isNarrow: true,
              },
              { header: 'Section', cell: (row) => sectionNames[row.section], isNarrow: true, isWideOnly: true },
              { header: 'Item', cell: ({ item }) => item },
              { header: 'Value', cell: valuesOf },
            ]}
          />
          <MoreRows list={list} nouns={['change', 'changes']} />
        </>
      )}
    </section>
  );
};
