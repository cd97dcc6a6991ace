import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import { CountLink } from './count-link.tsx';

interface ShareRow {
  readonly name: string;
  readonly count: number;
  /** Between 0 and 1: the length of the bar. */
  readonly share: number;
  readonly path: string;
}

const rowsStyle = (theme: Theme) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, max-content) minmax(40px, 1fr) max-content',
  columnGap: 3,
  rowGap: 2,
  alignItems: 'center',
  m: 0,
  p: 0,
  listStyle: 'none',
  fontSize: 13,
  '& li': { display: 'contents' },
  '& .name': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .track': { height: 8, borderRadius: '4px', backgroundColor: theme.palette.action.hover, overflow: 'hidden' },
  '& .track > span': { display: 'block', height: 1, minWidth: 2, backgroundColor: theme.palette.primary.main },
  '& .count': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
});

interface ShareRowsProps {
  readonly label: string;
  readonly rows: readonly ShareRow[];
}

/** Named counts with a bar each; every count links to its rows. */
export const ShareRows = ({ label, rows }: ShareRowsProps) => (
  <Box component="ul" aria-label={label} sx={rowsStyle}>
    {rows.map(({ name, count, share, path }) => (
      <li key={path}>
        <span className="name" title={name}>
          {name}
        </span>
        <span className="track">
          {count > 0 && <span style={{ width: `${Math.min(1, share) * 100}%`, height: '100%' }} />}
        </span>
        <span className="count">
          <CountLink count={count} of={name} path={path} />
        </span>
      </li>
    ))}
  </Box>
);
