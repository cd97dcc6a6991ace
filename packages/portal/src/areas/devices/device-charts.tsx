import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import type { DeviceReadings } from '@cfs/contracts/devices';
import type { ChartPoint } from '@cfs/contracts/packet-charts';
import { useState } from 'react';
import { TimeChart } from '../../ui/charts/time-chart.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { useDeviceReadings } from './device-readings.ts';
import type { DeviceRow } from './device-row.ts';

const spans = [
  { hours: 1, label: '1 hour' },
  { hours: 24, label: '24 hours' },
  { hours: 168, label: '7 days' },
] as const;
const points = 120;

const series = [
  { key: 'cpuPercent', label: 'CPU' },
  { key: 'memoryPercent', label: 'Memory' },
  { key: 'diskPercent', label: 'Disk' },
] as const;

type Values = readonly (number | null)[];

/** The points of the chart. If more steps are missing than the interval of the heartbeat explains, there is a gap. */
const chartPoints = (values: Values, { from, stepSeconds }: DeviceReadings, device: DeviceRow): ChartPoint[] => {
  const start = Date.parse(from);
  const bridged = Math.ceil(device.heartbeatInterval / stepSeconds);
  let last: number | undefined;
  return values.flatMap((value, index) => {
    if (value === null) return [];
    const isAfterGap = last !== undefined && index - last - 1 > bridged;
    last = index;
    const time = new Date(start + index * stepSeconds * 1_000).toISOString();
    return [{ from: time, to: time, minimum: value, maximum: value, average: value, count: 1, isAfterGap }];
  });
};

/** CPU, memory and disk of a device over a chosen span. */
export const DeviceCharts = ({ device }: { readonly device: DeviceRow }) => {
  const [hours, setHours] = useState<number>(spans[0].hours);
  const query = useDeviceReadings([device.deviceId], { hours, points });
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={hours}
        aria-label="Span of the charts"
        onChange={(_, chosen: number | null) => chosen !== null && setHours(chosen)}
      >
        {spans.map((span) => (
          <ToggleButton key={span.hours} value={span.hours}>
            {span.label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <QueryResult query={query}>
        {(readings) => {
          const [own] = readings.value;
          const shown = series.filter(({ key }) => own?.[key].some((value) => value !== null));
          if (!own || shown.length === 0)
            return <EmptyState title="No data reported" hint="Charts appear with the first heartbeats." />;
          return shown.map(({ key, label }) => {
            const shownPoints = chartPoints(own[key], readings, device);
            return (
              <section key={key}>
                <Typography variant="h3" sx={{ mb: 2 }}>
                  {label} %
                </Typography>
                <TimeChart
                  label={`${label}: ${shownPoints.length} readings over time`}
                  unit="%"
                  height={180}
                  from={Date.parse(readings.from)}
                  to={Date.parse(readings.from) + points * readings.stepSeconds * 1_000}
                  points={shownPoints}
                />
              </section>
            );
          });
        }}
      </QueryResult>
    </Box>
  );
};
