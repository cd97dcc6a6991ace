import { useMemo, useState, type PointerEvent } from 'react';
import type { ListRows } from '../../lib/api/use-list.ts';
import { holdRows, type HeldRows } from '../../lib/held-rows.ts';

interface Hold<Row> {
  readonly question: string;
  readonly rows: readonly Row[];
}

/** Marks what floats over the rows and must not end their hold when the pointer reaches it. */
export const holdsRows = { 'data-holds-rows': '' } as const;

const isOverRow = ({ target }: PointerEvent): boolean =>
  target instanceof Element && target.closest('.MuiDataGrid-row, [data-holds-rows]') !== null;

/**
 * Keeps the rows of a grid in their places while the pointer is over one of them: news come in place, rows that arrive
 * wait. A new question, or a change of the person's own, ends the hold at once, as does `letIn`.
 */
export const useHeldRows = <Row>({ rows, question }: ListRows<Row>, rowId: (row: Row) => string) => {
  const [isOver, setOver] = useState(false);
  const [hold, setHold] = useState<Hold<Row>>({ question, rows });
  const isHeld = isOver && hold.question === question;
  const shown = useMemo(
    (): HeldRows<Row> => (isHeld ? holdRows(hold.rows, rows, rowId) : { rows, waiting: 0 }),
    [isHeld, hold.rows, rows, rowId],
  );
  // What is shown now is what the next news must not move.
  if (!isHeld && (hold.rows !== rows || hold.question !== question)) setHold({ question, rows });
  return {
    ...shown,
    letIn: () => setHold({ question, rows }),
    pointer: {
      onPointerOver: (event: PointerEvent) => setOver(event.pointerType === 'mouse' && isOverRow(event)),
      onPointerLeave: () => setOver(false),
    },
  } as const;
};
