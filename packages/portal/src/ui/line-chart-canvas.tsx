import { LineChart } from '@mui/x-charts/LineChart';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import dayjs from 'dayjs';
import type { LineChartProps } from './line-chart.tsx';

export const LineChartCanvas = ({ label, unit = '', points, height = 240 }: LineChartProps) => {
  const { tokens } = useTheme();
  const shown = (value: number | null): string => (value === null ? 'no data' : `${value}${unit && ` ${unit}`}`);
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
            valueFormatter: (time: Date) => dayjs(time).format('HH:mm'),
            tickLabelStyle: { fontSize: 12 },
          },
        ]}
        yAxis={[{ width: 'auto', ...(unit ? { label: unit } : {}), tickLabelStyle: { fontSize: 12 } }]}
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
