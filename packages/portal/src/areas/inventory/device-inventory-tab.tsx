import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { DeviceInventory, InventoryDisk, InventoryInterface } from '@cfs/contracts/inventory';
import type { ReactNode } from 'react';
import { equals } from '../../lib/api/odata-filter.ts';
import { useRows } from '../../lib/api/use-list.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { DateTime } from '../../ui/text/date-time.tsx';
import { fileSize } from '../packages/file-size.ts';
import { InstalledSoftwareList } from './installed-software-list.tsx';
import { InventoryChangeList } from './inventory-change-list.tsx';
import { deviceInventorySet } from './inventory-sets.ts';

const mebibyte = 1_048_576;

const words = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(' ');

const Facts = ({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <Box
    component="dl"
    sx={{
      display: 'grid',
      gridTemplateColumns: 'minmax(110px, 160px) 1fr',
      columnGap: 4,
      rowGap: 2,
      m: 0,
      '& dd, & dt': { m: 0, fontSize: 13, overflowWrap: 'anywhere' },
    }}
  >
    {facts
      .filter(([, value]) => value !== '' && value !== null)
      .map(([name, value]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Typography component="dt" color="textSecondary">
            {name}
          </Typography>
          <dd>{value}</dd>
        </Box>
      ))}
  </Box>
);

const State = ({ inventory }: { readonly inventory: DeviceInventory }) => {
  const interfaces = JSON.parse(inventory.interfaces) as InventoryInterface[];
  const disks = JSON.parse(inventory.disks) as InventoryDisk[];
  const { memoryMebibytes, cpuCores } = inventory;
  return (
    <>
      <section>
        <Typography variant="h3" sx={{ mb: 2 }}>
          Machine
        </Typography>
        <Facts
          facts={[
            ['Operating system', words(inventory.osName, inventory.osVersion)],
            ['Kernel', inventory.kernel],
            ['Architecture', inventory.architecture],
            ['Started', inventory.bootTime && <DateTime time={inventory.bootTime} withAge />],
            ['Model', words(inventory.manufacturer, inventory.model)],
            ['Processor', inventory.cpuModel],
            ['Cores', cpuCores === null ? null : String(cpuCores)],
            ['Memory', memoryMebibytes === null ? null : fileSize(memoryMebibytes * mebibyte)],
            ['Reported', <DateTime key="received" time={inventory.received} withAge />],
          ]}
        />
      </section>
      <section>
        <Typography variant="h3" sx={{ mb: 2 }}>
          Network Interfaces
        </Typography>
        <PlainTable
          label="Network Interfaces"
          rows={interfaces}
          rowKey={({ name }) => name}
          columns={[
            { header: 'Name', cell: ({ name }) => name },
            { header: 'MAC', cell: ({ mac }) => mac, isNarrow: true, isWideOnly: true },
            { header: 'Addresses', cell: ({ addresses }) => addresses.join(', ') },
          ]}
        />
      </section>
      <section>
        <Typography variant="h3" sx={{ mb: 2 }}>
          Disks
        </Typography>
        <PlainTable
          label="Disks"
          rows={disks}
          rowKey={({ mount }) => mount}
          columns={[
            { header: 'Path', cell: ({ mount }) => mount },
            { header: 'Device', cell: ({ device }) => device, isWideOnly: true },
            { header: 'File System', cell: ({ fileSystem }) => fileSystem, isNarrow: true, isWideOnly: true },
            { header: 'Size', cell: ({ sizeBytes }) => fileSize(sizeBytes), isNarrow: true, align: 'right' },
            { header: 'Free', cell: ({ freeBytes }) => fileSize(freeBytes), isNarrow: true, align: 'right' },
          ]}
        />
      </section>
    </>
  );
};

/** The inventory of a device: its current state, the installed software and the changes. */
export const DeviceInventoryTab = ({ deviceId }: { readonly deviceId: string }) => {
  const query = useRows<DeviceInventory>(deviceInventorySet, { filter: equals('deviceId', deviceId), top: 1 });
  return (
    <QueryResult query={query}>
      {([inventory]) =>
        inventory ? (
          <Box sx={{ display: 'flex', flexDirection: 'column', gap: 6 }}>
            <State inventory={inventory} />
            {inventory.softwareOmitted > 0 && (
              <Alert severity="info">
                {inventory.softwareOmitted} programs beyond the limit of a report are not listed.
              </Alert>
            )}
            <InstalledSoftwareList deviceId={deviceId} />
            <InventoryChangeList deviceId={deviceId} />
          </Box>
        ) : (
          <EmptyState
            title="No inventory yet"
            hint="The agent reports its machine within ten minutes of its start. Agents of older versions do not."
          />
        )
      }
    </QueryResult>
  );
};
