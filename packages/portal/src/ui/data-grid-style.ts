import type { SxProps, Theme } from '@mui/material/styles';

/** Hairlines, 13 px rows, and an actions column that stays in sight while the others scroll. */
export const gridStyle: SxProps<Theme> = {
  fontSize: 13,
  backgroundColor: 'background.paper',
  '--DataGrid-overlayHeight': '240px',
  '--DataGrid-t-color-border-base': (theme) => theme.palette.divider,
  '& .MuiDataGrid-columnHeaderTitle': { fontWeight: 600 },
  '& .MuiDataGrid-columnHeader': { backgroundColor: 'background.paper' },
  '& .muted': { color: 'text.secondary' },
  '& .MuiDataGrid-cell[data-field="__actions"], & .MuiDataGrid-columnHeader[data-field="__actions"]': {
    position: 'sticky',
    right: 0,
    zIndex: 3,
    backgroundColor: 'background.paper',
  },
  '& .MuiDataGrid-row:hover .MuiDataGrid-cell[data-field="__actions"]': { backgroundColor: 'inherit' },
};
