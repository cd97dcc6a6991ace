import { LineChart } from '@mui/x-charts/LineChart';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import dayjs from 'dayjs';
import { timeFormat, valueFloor } from './chart-axes.ts';
import type { LineChartProps } from './line-chart.tsx';

export const LineChartCanvas = ({ label, unit = '', points, height = 240 }: LineChartProps) => {
  const { tokens } = useTheme();
  const shown = (value: number | null): string => (value === null ? 'no data' : `${value}${unit && ` ${unit}`}`);
  const format = timeFormat(points);
  const floor = valueFloor(points);
  return (
    <Box role="img" aria-label={`${label}: ${points.length} readings over time`}>
      <LineChart
        height={height}
        skipAnimation
        hideLegend
        grid={{ horizontal: true }}
        margin={{ left: 0, right: 16, top: 12, bottom: 0 }}
        xAxis={[
          {
            data: points.map((point) => point.time),
            scaleType: 'time',
            valueFormatter: (time: Date) => dayjs(time).format(format),
            tickLabelStyle: { fontSize: 12 },
          },
        ]}
        yAxis={[
          {
            width: 'auto',
            ...(unit ? { label: unit } : {}),
            ...(floor === undefined ? {} : { min: floor }),
            tickLabelStyle: { fontSize: 12 },
          },
        ]}
        series={[
          {
            data: points.map((point) => point.value),
            label,
            showMark: points.length < 40,
            color: tokens.primary.fill,
            curve: 'linear',
            connectNulls: false,
            valueFormatter: shown,
          },
        ]}
      />
    </Box>
  );
};
