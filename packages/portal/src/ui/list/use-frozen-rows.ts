import { useEffect, useMemo, useState, type PointerEvent } from 'react';
import type { ListRows } from '../../lib/api/use-list.ts';
import { freezeRows, type FrozenRows } from '../../lib/lists/frozen-rows.ts';

interface Snapshot<Row> {
  readonly queryId: string;
  readonly rows: readonly Row[];
}

/** Attributes of an element over the rows: hovering it keeps them frozen. */
export const keepsRowsFrozen = { 'data-keeps-rows-frozen': '' } as const;

const keepingFrozen = '.MuiDataGrid-row, [data-keeps-rows-frozen]';

const isOverRow = ({ target }: PointerEvent): boolean =>
  target instanceof Element && target.closest(keepingFrozen) !== null;
const isRowHovered = (): boolean => document.querySelector(`:is(${keepingFrozen}):hover`) !== null;

/**
 * Freezes the order of a grid's rows while one is hovered: polled values update in place, new rows are withheld. A new
 * query, a mutation of this page, and `showNewRows` unfreeze them.
 */
export const useFrozenRows = <Row>({ rows, queryId }: ListRows<Row>, rowId: (row: Row) => string) => {
  const [isHovered, setHovered] = useState(false);
  const [snapshot, setSnapshot] = useState<Snapshot<Row>>({ queryId, rows });
  const isFrozen = isHovered && snapshot.queryId === queryId;
  const shown = useMemo(
    (): FrozenRows<Row> => (isFrozen ? freezeRows(snapshot.rows, rows, rowId) : { rows, newRowCount: 0 }),
    [isFrozen, snapshot.rows, rows, rowId],
  );
  // The rendered rows become the snapshot that a later hover freezes.
  if (!isFrozen && (snapshot.rows !== rows || snapshot.queryId !== queryId)) setSnapshot({ queryId, rows });
  useEffect(() => {
    if (!isHovered) return undefined;
    // A row that is removed or moved away under a still pointer sends no event.
    const frame = requestAnimationFrame(() => setHovered(isRowHovered()));
    return () => cancelAnimationFrame(frame);
  }, [isHovered, rows]);
  return {
    ...shown,
    showNewRows: () => setSnapshot({ queryId, rows }),
    pointer: {
      onPointerOver: (event: PointerEvent) => setHovered(event.pointerType === 'mouse' && isOverRow(event)),
      onPointerLeave: () => setHovered(false),
    },
  } as const;
};
