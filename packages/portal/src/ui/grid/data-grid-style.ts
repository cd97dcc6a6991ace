import type { Theme } from '@mui/material/styles';
import type { SystemStyleObject } from '@mui/system';
import { endWidth, moreColumns } from './use-more-columns.ts';

/** Hairlines, 13 px text, copy buttons on hover or focus, a sticky actions column, and a shadow over hidden columns. */
export const gridStyle = ({ palette }: Theme): SystemStyleObject<Theme> => ({
  '--DataGrid-overlayHeight': '240px',
  '--DataGrid-rowBorderColor': palette.divider,
  '--DataGrid-t-color-border-base': palette.divider,
  borderColor: palette.divider,
  backgroundColor: palette.background.paper,
  fontSize: 13,
  '& .MuiDataGrid-columnHeaderTitle': { fontWeight: 600 },
  '& .MuiDataGrid-columnHeader': { backgroundColor: palette.background.paper },
  '& .MuiDataGrid-iconButtonContainer': { display: 'flex', visibility: 'hidden', width: 0 },
  '& .MuiDataGrid-columnHeader .MuiDataGrid-sortButton': {
    display: 'inline-flex',
    padding: '5px',
    border: 0,
    borderRadius: '50%',
    backgroundColor: palette.background.paper,
    color: palette.action.active,
    cursor: 'pointer',
  },
  '& .MuiDataGrid-sortButton svg': { width: 18, height: 18, fill: 'currentColor' },
  // The space below the rows is empty, and its change of size would count as a layout shift.
  '& .MuiDataGrid-filler[role="none"]': { visibility: 'hidden' },
  '& .MuiDataGrid-row--lastVisible': { boxShadow: `0 1px 0 ${palette.divider}` },
  '& .MuiDataGrid-row.open': { boxShadow: `inset 3px 0 0 ${palette.primary.main}` },
  '& .muted': { color: palette.text.secondary },
  '@media (hover: hover)': {
    '& .MuiDataGrid-row .copy': { opacity: 0 },
    '& .MuiDataGrid-row:hover .copy, & .MuiDataGrid-row .copy:focus-visible': { opacity: 1 },
  },
  [`&[${moreColumns}]::after`]: {
    content: '""',
    position: 'absolute',
    top: 0,
    bottom: 53,
    right: `var(${endWidth}, 0px)`,
    width: 12,
    zIndex: 4,
    pointerEvents: 'none',
    background: `linear-gradient(to left, color-mix(in srgb, ${palette.text.primary} 14%, transparent), transparent)`,
  },
  '& [data-field="__actions"]': {
    position: 'sticky',
    right: 0,
    zIndex: 3,
    backgroundColor: palette.background.paper,
  },
});
