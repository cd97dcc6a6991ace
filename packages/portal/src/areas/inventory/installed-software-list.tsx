import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { InstalledSoftware, SoftwareSource } from '@cfs/contracts/inventory';
import { searchDebounce } from '@cfs/contracts/sizes';
import { useState } from 'react';
import { allOf, equals, textLiteral } from '../../lib/api/odata-filter.ts';
import { useList } from '../../lib/api/use-list.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { DateTime } from '../../ui/text/date-time.tsx';
import { installedSoftwareSet, inventoryPageSize } from './inventory-sets.ts';
import { MoreRows } from './more-rows.tsx';

const sourceNames: Readonly<Record<SoftwareSource, string>> = {
  Dpkg: 'dpkg',
  Rpm: 'rpm',
  WindowsRegistry: 'Windows',
  MacOs: 'macOS',
};

/** The software of a device with a search by name. */
export const InstalledSoftwareList = ({ deviceId }: { readonly deviceId: string }) => {
  const [search, setSearch] = useState('');
  const [size, setSize] = useState<number>(inventoryPageSize);
  const debounced = useDebounced(search.trim(), searchDebounce);
  const named = debounced === '' ? undefined : `contains(name,${textLiteral(debounced)})`;
  const { rows, count, error, isLoading, retry } = useList<InstalledSoftware>(
    installedSoftwareSet,
    { page: 0, size, sort: [{ field: 'name', direction: 'asc' }], search: '' },
    { filter: allOf(equals('deviceId', deviceId), named) },
  );
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
        onChange={({ target }) => {
          setSearch(target.value);
          setSize(inventoryPageSize);
        }}
        // The field is within a form, which Enter would submit.
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
          <MoreRows
            shown={rows.length}
            total={isLoading ? undefined : count}
            nouns={['program', 'programs']}
            onMore={() => setSize(size + inventoryPageSize)}
          />
        </>
      )}
    </section>
  );
};
