import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { InstalledSoftware, SoftwareSource } from '@cfs/contracts/inventory';
import { searchDebounce } from '@cfs/contracts/sizes';
import { useState } from 'react';
import { allOf, equals, textLiteral } from '../../lib/api/odata-filter.ts';
import { usePagedRows } from '../../lib/api/use-paged-rows.ts';
import { useDebounced } from '../../lib/timing/use-debounced.ts';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { MoreRows } from '../../ui/list/more-rows.tsx';
import { DateTime } from '../../ui/text/date-time.tsx';
import { installedSoftwareSet, inventoryPageSize } from './inventory-sets.ts';

const sourceNames: Readonly<Record<SoftwareSource, string>> = {
  Dpkg: 'dpkg',
  Rpm: 'rpm',
  WindowsRegistry: 'Windows',
  MacOs: 'macOS',
};

/** The software of a device with a search by name. */
export const InstalledSoftwareList = ({ deviceId }: { readonly deviceId: string }) => {
  const [search, setSearch] = useState('');
  const debounced = useDebounced(search.trim(), searchDebounce);
  const named = debounced === '' ? undefined : `contains(name,${textLiteral(debounced)})`;
  const list = usePagedRows<InstalledSoftware>(
    installedSoftwareSet,
    { filter: allOf(equals('deviceId', deviceId), named), orderBy: [{ field: 'name', direction: 'asc' }] },
    { key: 'softwareId', pageSize: inventoryPageSize },
  );
  const { rows, error, retry } = list;
  return (
    <section>
      <Typography variant="h3" sx={{ mb: 2 }}>
        Installed Software
      </Typography>
      <TextField
        size="small"
        hiddenLabel
        fullWidth
        placeholder="Search by name"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        // The field is inside a form, which Enter would submit.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        slotProps={{ htmlInput: { 'aria-label': 'Search installed software' } }}
        sx={{ mb: 3 }}
      />
      {error && rows.length === 0 ? (
        <FailedState error={error} onRetry={retry} />
      ) : (
        <>
          <PlainTable
            label="Installed Software"
            maxHeight={420}
            rows={rows}
            rowKey={({ softwareId }) => softwareId}
            columns={[
              { header: 'Name', cell: ({ name }) => name },
              { header: 'Version', cell: ({ version }) => version },
              { header: 'Publisher', cell: ({ publisher }) => publisher, isWideOnly: true },
              { header: 'Source', cell: ({ source }) => sourceNames[source], isNarrow: true, isWideOnly: true },
              {
                header: 'Since',
                cell: ({ since }) => <DateTime time={since} />,
                isNarrow: true,
                isWideOnly: true,
              },
            ]}
          />
          <MoreRows list={list} nouns={['program', 'programs']} />
        </>
      )}
    </section>
  );
};
