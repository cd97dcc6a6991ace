import type { Theme } from '@mui/material/styles';

/** Sizes of tiles in CSS pixels. */
export const tileSize = { minWidth: 160, height: 140, gap: 8 } as const;

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** The styles of all tiles within an element, by class. */
export const tileStyle = (theme: Theme) => ({
  '& .tile': {
    display: 'flex',
    flexDirection: 'column',
    width: '100%',
    height: tileSize.height,
    padding: '10px 12px 8px',
    textAlign: 'left',
    font: 'inherit',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    borderRadius: `${theme.shape.borderRadius}px`,
    border: `1px solid ${theme.palette.divider}`,
    backgroundColor: theme.palette.background.paper,
    color: theme.palette.text.primary,
    contain: 'strict',
  },
  '& .tile:hover': { borderColor: theme.palette.text.secondary },
  '& .tile:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
  '& .tile-name': { fontSize: 13, lineHeight: '18px', fontWeight: 600, ...oneLine },
  '& .tile-measure': { fontSize: 12, lineHeight: '16px', ...oneLine },
  '& .tile-value': { fontSize: 22, lineHeight: '28px', fontWeight: 600, marginTop: '2px', ...oneLine },
  '& .tile-value small': { fontSize: 13, fontWeight: 500, marginLeft: '4px' },
  '& .tile-empty': { fontSize: 13, lineHeight: '28px', marginTop: '2px', ...oneLine },
  '& .tile-trend': { width: '100%', height: 24, marginTop: 'auto', flexShrink: 0 },
  '& .tile-trend path': { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5, strokeLinejoin: 'round' },
  '& .tile-foot': {
    display: 'flex',
    justifyContent: 'space-between',
    fontSize: 12,
    lineHeight: '16px',
    marginTop: '4px',
  },
});
