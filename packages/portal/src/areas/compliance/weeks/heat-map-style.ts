import { controlStatusNames } from '@cfs/contracts/control-statuses';
import type { Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';

/** Sizes in CSS pixels. All rows have the same height, so that only the visible ones need to be rendered. */
export const heatMapSizes = { header: 44, row: 24, name: 132, cell: 24 } as const;

interface CellStyle {
  readonly backgroundColor: string;
  readonly color: string;
  readonly boxShadow: string;
}

const statusStyles = ({ compliance }: Theme['tokens']): Record<string, CellStyle> =>
  Object.fromEntries(
    controlStatusNames.map((status) => {
      const { fill, text } = compliance[status];
      return [`& .heat-cell.${status}`, { backgroundColor: fill, color: text, boxShadow: 'none' }];
    }),
  );

/** One style for the complete grid: separate styles for its cells would take longer than loading them. */
export const heatMapStyle = ({ tokens }: Theme): SystemStyleObject<Theme> => ({
  position: 'relative',
  flex: '1 1 0',
  minHeight: 160,
  overflow: 'auto',
  border: `1px solid ${tokens.hairline}`,
  borderRadius: '6px',
  backgroundColor: tokens.paper,
  fontSize: 12,
  '& .heat-row': { display: 'flex', alignItems: 'center', width: 'max-content', minWidth: '100%' },
  '& .heat-header': {
    position: 'sticky',
    top: 0,
    zIndex: 3,
    height: heatMapSizes.header,
    backgroundColor: tokens.background,
    color: tokens.muted,
    fontWeight: 600,
  },
  '& .heat-rows': { position: 'relative' },
  '& .heat-rows > .heat-row': { position: 'absolute', left: 0, height: heatMapSizes.row },
  '& .heat-name': {
    position: 'sticky',
    left: 0,
    zIndex: 2,
    flex: `0 0 ${heatMapSizes.name}px`,
    boxSizing: 'border-box',
    height: '100%',
    padding: '0 8px',
    lineHeight: `${heatMapSizes.row}px`,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    backgroundColor: tokens.paper,
    borderRight: `1px solid ${tokens.hairline}`,
  },
  '& .heat-header .heat-name': { backgroundColor: tokens.background, lineHeight: `${heatMapSizes.header}px` },
  '& .heat-week': {
    flex: `0 0 ${heatMapSizes.cell}px`,
    textAlign: 'center',
    fontSize: 11,
    lineHeight: '14px',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'pre',
  },
  '& .heat-cell': {
    flex: `0 0 ${heatMapSizes.cell - 2}px`,
    height: heatMapSizes.row - 2,
    margin: '1px',
    borderRadius: '3px',
    lineHeight: `${heatMapSizes.row - 2}px`,
    textAlign: 'center',
    fontWeight: 600,
    cursor: 'pointer',
    boxShadow: `inset 0 0 0 1px ${tokens.hairline}`,
  },
  ...statusStyles(tokens),
  '& .heat-cell:focus-visible': {
    outline: `2px solid ${tokens.text}`,
    outlineOffset: 1,
    zIndex: 1,
    position: 'relative',
  },
});
