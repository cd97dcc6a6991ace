import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Packet } from '@cfs/contracts/packets';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { DateTime } from '../../ui/text/date-time.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { useLatestPacket } from './latest-packets.ts';
import { readMessage } from './packet-message.ts';

const groups = ['Metrics', 'States', 'Properties', 'Diagnostics'] as const;

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const Group = ({ name, values }: { readonly name: string; readonly values: Readonly<Record<string, unknown>> }) => (
  <section>
    <Typography variant="h3" sx={{ mb: 2 }}>
      {name}
    </Typography>
    <PlainTable
      label={name}
      rowKey={([key]) => key}
      columns={[
        { header: 'Name', cell: ([key]) => key, isNarrow: true },
        { header: 'Value', cell: ([, value]) => shown(value) },
      ]}
      rows={Object.entries(values)}
    />
  </section>
);

const Details = ({ packet }: { readonly packet: Packet }) => {
  const message = readMessage(packet.message);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 5 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 3, flexWrap: 'wrap' }}>
        <Typography sx={{ fontSize: 28, fontWeight: 600, overflowWrap: 'anywhere' }}>
          {packet.value ?? 'No data reported'}
          {packet.unit && (
            <Box component="span" sx={{ fontSize: 16, ml: 1 }}>
              {packet.unit}
            </Box>
          )}
        </Typography>
        {packet.valueName && <Typography variant="body2">{packet.valueName}</Typography>}
        <Typography variant="body2" color="textSecondary">
          <DateTime time={packet.timestamp} withAge />
        </Typography>
        <Box sx={{ ml: 'auto' }}>
          <CopyButton text={packet.message ?? ''} label="Copy packet content" done="Content copied successfully!" />
        </Box>
      </Box>
      {groups.map((name) => {
        const values = message[name];
        return values && Object.keys(values).length > 0 ? <Group key={name} name={name} values={values} /> : null;
      })}
    </Box>
  );
};

/** The latest packet of an entity, with its groups as tables. */
export const PacketDetails = ({ entityId }: { readonly entityId: string }) => (
  <QueryResult query={useLatestPacket(entityId)}>
    {([packet]) =>
      packet ? (
        <Details packet={packet} />
      ) : (
        <EmptyState title="No packet for this entity." hint="It appears here as soon as the entity reports." />
      )
    }
  </QueryResult>
);
