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
  /** Bulk actions. */
  readonly commands?: ReactNode;
}

/**
 * The bar below a list with the number of selected rows, bulk actions and Clear. It shrinks the list at its end, so that
 * no row moves when the first is selected.
 */
export const SelectionBar = <Row,>({ selection, rows, rowId, commands }: SelectionBarProps<Row>) => {
  const { selected, clear } = selection;
  const isEmpty = selected.size === 0;
  const bar = useRef<HTMLDivElement>(null);
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    // The focused button has unmounted: the focus moves here instead of the start of the page.
    if (isEmpty && !wasEmpty.current && document.activeElement === document.body) bar.current?.focus();
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
  const elsewhere = selected.size - rows.filter((row) => selected.has(rowId(row))).length;
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
        // Without a selection only the live region remains, out of the layout.
        ...(isEmpty && { position: 'absolute', outline: 'none' }),
      }}
    >
      <Typography role="status" variant="body2" sx={{ fontWeight: 600 }}>
        {!isEmpty && `${selected.size} selected`}
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
