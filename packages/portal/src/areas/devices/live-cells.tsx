import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import { silentAfterSeconds } from '@cfs/contracts/device-enumerations';
import type { DeviceReadings } from '@cfs/contracts/devices';
import { formatTimeSpan } from '@cfs/contracts/time-span';
import { createContext, useContext } from 'react';
import { useOverTime } from '../../lib/timing/use-over-time.ts';
import { Sparkline, SparklineSpace } from '../../ui/charts/sparkline.tsx';
import { Age } from '../../ui/text/date-time.tsx';
import type { Reading } from '../packets/latest-packets.ts';
import type { DeviceRow } from './device-row.ts';

/** Live data of the devices that are shown, by device id. A new reading renders only the live cells. */
export interface LiveData {
  readonly readings: ReadonlyMap<string, Reading>;
  readonly trends: ReadonlyMap<string, DeviceReadings['value'][number]>;
  readonly trendStepSeconds: number;
}

const LiveDataContext = createContext<LiveData>({ readings: new Map(), trends: new Map(), trendStepSeconds: 0 });
export const LiveDataProvider = LiveDataContext.Provider;

interface LivePercentProps {
  readonly device: DeviceRow;
  readonly of: 'cpuPercent' | 'memoryPercent';
}

const names = { cpuPercent: 'CPU', memoryPercent: 'Memory' } as const;

/** The latest percentage with its trend over the last hour. */
export const LivePercent = ({ device, of }: LivePercentProps) => {
  const { readings, trends, trendStepSeconds } = useContext(LiveDataContext);
  const trend = trends.get(device.deviceId)?.[of];
  const bridged = trendStepSeconds > 0 ? Math.ceil(device.heartbeatInterval / trendStepSeconds) : 0;
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', justifyContent: 'flex-end', gap: 2 }}>
      {trend?.some((point) => point !== null) ? (
        <Sparkline label={`${names[of]} of ${device.name} in the last hour`} points={trend} bridged={bridged} />
      ) : (
        <SparklineSpace />
      )}
      <Box component="span" sx={{ minWidth: 36, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
        {readings.get(device.deviceId)?.[of]?.toFixed(1) ?? 'N/A'}
      </Box>
    </Box>
  );
};

/**
 * Whether a device that should send heartbeats has stopped, by its latest reading, or without one by the row of the
 * list.
 */
export const isSilent = (device: DeviceRow, reading: Pick<Reading, 'timestamp'> | undefined, now: Date): boolean => {
  const limit = silentAfterSeconds(device);
  if (limit === undefined) return false;
  if (reading === undefined) return device.isSilent;
  return now.getTime() - Date.parse(reading.timestamp) > limit * 1_000;
};

/** The age of the latest reading, highlighted for a device that has stopped reporting. */
export const LiveAge = ({ device }: { readonly device: DeviceRow }) => {
  const reading = useContext(LiveDataContext).readings.get(device.deviceId);
  const isNotReporting = useOverTime((now) => isSilent(device, reading, now));
  const age = <Age time={reading?.timestamp} />;
  if (!isNotReporting) return age;
  const expected = `Expected a reading every ${formatTimeSpan(device.heartbeatInterval)}`;
  return (
    <Box
      component="span"
      title={expected}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, color: 'error.main', fontWeight: 600 }}
    >
      <ErrorIcon titleAccess="Not reporting" sx={{ fontSize: 16 }} />
      {age}
    </Box>
  );
};
