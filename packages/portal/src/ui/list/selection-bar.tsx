import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, type ReactNode } from 'react';
import type { RowSelection } from '../grid/use-row-selection.ts';

interface SelectionBarProps<Row> {
  readonly selection: RowSelection<Row>;
  /** The rows of this page. */
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** What can be done with the chosen rows. */
  readonly commands?: ReactNode;
}

/**
 * Below a list: how many of its rows are chosen, what can be done with them, and a way to choose none. It takes its
 * space from the list's lower end, so that no row moves when the first is chosen.
 */
export const SelectionBar = <Row,>({ selection, rows, rowId, commands }: SelectionBarProps<Row>) => {
  const { chosen, clear } = selection;
  const isEmpty = chosen.size === 0;
  const bar = useRef<HTMLDivElement>(null);
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    // The button that was pressed last is gone: whoever uses the keyboard goes on from here.
    if (isEmpty && !wasEmpty.current && document.activeElement === document.body) bar.current?.focus();
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
  const elsewhere = chosen.size - rows.filter((row) => chosen.has(rowId(row))).length;
  return (
    <Box
      ref={bar}
      tabIndex={-1}
      role="group"
      aria-label="Selection"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 2,
        flexShrink: 0,
        // Nothing is chosen: only what tells screen readers so remains, without a place of its own.
        ...(isEmpty && { position: 'absolute', outline: 'none' }),
      }}
    >
      <Typography role="status" variant="body2" sx={{ fontWeight: 600 }}>
        {!isEmpty && `${chosen.size} selected`}
        {elsewhere > 0 && `, ${elsewhere} not on this page`}
      </Typography>
      {!isEmpty && (
        <>
          {commands}
          <Button color="inherit" onClick={clear}>
            Clear
          </Button>
        </>
      )}
    </Box>
  );
};
