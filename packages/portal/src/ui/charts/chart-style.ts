import type { SxProps, Theme } from '@mui/material/styles';

/** The styles of all parts of a chart, by class: one rule set however many lines it draws. */
export const chartStyle: SxProps<Theme> = ({ tokens }) => ({
  position: 'relative',
  minWidth: 0,
  '& svg': { display: 'block', overflow: 'visible', touchAction: 'pan-y' },
  '& text': { fontSize: 12, fill: tokens.muted, fontVariantNumeric: 'tabular-nums' },
  '& .chart-grid': { stroke: tokens.hairline },
  '& .chart-axis': { stroke: tokens.muted },
  '& .chart-line': { fill: 'none', stroke: tokens.primary.fill, strokeWidth: 1.75, strokeLinejoin: 'round' },
  '& .chart-range': { fill: tokens.primary.fill, opacity: 0.22 },
  '& .chart-dot': { fill: tokens.primary.fill },
  '& .chart-gap': { opacity: 0.7 },
  '& .chart-hatch': { stroke: tokens.hairline, strokeWidth: 3 },
  '& .chart-threshold': { stroke: tokens.bad.fill, strokeDasharray: '6 4', strokeWidth: 1.25 },
  '& .chart-threshold-label': { fill: tokens.bad.fill, paintOrder: 'stroke', stroke: tokens.paper, strokeWidth: 3 },
  '& .chart-mark': { stroke: tokens.bad.fill, strokeWidth: 1 },
  '& .chart-mark-opened': { fill: tokens.bad.fill, stroke: tokens.bad.fill },
  '& .chart-mark-closed': { fill: tokens.paper, stroke: tokens.bad.fill, strokeWidth: 1.5 },
  '& .chart-pointer': { stroke: tokens.text, strokeDasharray: '2 2' },
});
