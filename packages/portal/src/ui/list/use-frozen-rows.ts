import { useMemo, useState, type PointerEvent } from 'react';
import type { ListRows } from '../../lib/api/use-list.ts';
import { freezeRows, type FrozenRows } from '../../lib/frozen-rows.ts';

interface Snapshot<Row> {
  readonly queryId: string;
  readonly rows: readonly Row[];
}

/** Attributes of an element over the rows: hovering it keeps them frozen. */
export const keepsRowsFrozen = { 'data-keeps-rows-frozen': '' } as const;

const isOverRow = ({ target }: PointerEvent): boolean =>
  target instanceof Element && target.closest('.MuiDataGrid-row, [data-keeps-rows-frozen]') !== null;

/**
 * Keeps the rows of a grid in their places while the pointer is over one of them: news come in place, rows that arrive
 * wait. A new question, or a change of the person's own, ends the hold at once, as does `letIn`.
 */
export const useFrozenRows = <Row>({ rows, queryId }: ListRows<Row>, rowId: (row: Row) => string) => {
  const [isHovered, setHovered] = useState(false);
  const [snapshot, setSnapshot] = useState<Snapshot<Row>>({ queryId, rows });
  const isFrozen = isHovered && snapshot.queryId === queryId;
  const shown = useMemo(
    (): FrozenRows<Row> => (isFrozen ? freezeRows(snapshot.rows, rows, rowId) : { rows, newRowCount: 0 }),
    [isFrozen, snapshot.rows, rows, rowId],
  );
  // What is shown now is what the next news must not move.
  if (!isFrozen && (snapshot.rows !== rows || snapshot.queryId !== queryId)) setSnapshot({ queryId, rows });
  return {
    ...shown,
    showNewRows: () => setSnapshot({ queryId, rows }),
    pointer: {
      onPointerOver: (event: PointerEvent) => setHovered(event.pointerType === 'mouse' && isOverRow(event)),
      onPointerLeave: () => setHovered(false),
    },
  } as const;
};
