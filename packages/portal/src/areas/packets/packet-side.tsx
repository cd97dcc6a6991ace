import Box from '@mui/material/Box';
import type { Packet } from '@cfs/contracts/packets';
import type { ReactNode } from 'react';
import { DateTime } from '../../ui/text/date-time.tsx';
import { Identifier } from '../../ui/text/identifier.tsx';

interface PacketSideProps {
  readonly entityId: string;
  readonly name: string | undefined;
  readonly packet: Packet | undefined;
}

const percent = (value: number): string => `${value.toFixed(1)} %`;

/** The name and id of an entity, and a summary of its latest reading. */
export const PacketSide = ({ entityId, name, packet }: PacketSideProps) => {
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    ['Entity', name ?? 'Not named'],
    ['Entity Id', <Identifier key="id" id={entityId} done={`Entity Id ${entityId} copied to clipboard.`} />],
    ...(packet
      ? ([
          [packet.valueName ?? 'Value', `${packet.value ?? 'No data reported'}${packet.unit ? ` ${packet.unit}` : ''}`],
          ['Time', <DateTime key="time" time={packet.timestamp} withAge />],
          ['Received', <DateTime key="received" time={packet.receivedTimestamp} />],
          ...(packet.cpuPercent === null ? [] : [['CPU', percent(packet.cpuPercent)] as const]),
          ...(packet.memoryPercent === null ? [] : [['Memory', percent(packet.memoryPercent)] as const]),
        ] as const)
      : []),
  ];
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 3, fontSize: 13 }}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <Box component="dt" sx={{ color: 'text.secondary', fontSize: 12 }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Box>
        </div>
      ))}
    </Box>
  );
};
