import { useCallback, useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { evidenceCell } from './checklist-row.tsx';

interface GridStart {
  /** The first cell of a row that can have the focus. */
  readonly firstCell: number;
  /** The row that gets the focus when the grid is mounted; -1 or `undefined` for none. */
  readonly startRow: number | undefined;
}

interface Place {
  readonly row: number;
  readonly cell: number;
}

const placeOf = (target: EventTarget): Place | undefined => {
  if (!(target instanceof HTMLElement)) return undefined;
  const cell = target.dataset['cell'];
  const row = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
  return row === undefined || cell === undefined ? undefined : { row: Number(row), cell: Number(cell) };
};

/** Whether an arrow key leaves the text: the caret is at its beginning or end, and no text is selected. */
const leavesText = (target: HTMLTextAreaElement, key: string): boolean => {
  const { selectionStart, selectionEnd, value } = target;
  if (selectionStart !== selectionEnd) return false;
  return key === 'ArrowUp' || key === 'ArrowLeft' ? selectionStart === 0 : selectionEnd === value.length;
};

const stepOf = (key: string, { row, cell }: Place, count: number): Place | undefined => {
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, cell };
    case 'ArrowDown':
      return { row: row + 1, cell };
    case 'ArrowLeft':
      return { row, cell: cell - 1 };
    case 'ArrowRight':
      return { row, cell: cell + 1 };
    case 'Home':
      return { row: 0, cell };
    case 'End':
      return { row: count - 1, cell };
    default:
      return undefined;
  }
};

/**
 * The keyboard navigation of the grid. Arrow keys move between statuses, notes and rows; Enter chooses a status or
 * saves a note and moves to the next row; Space chooses a status without moving; Escape discards the typed note. In the
 * cell of the evidence, Enter and Space open it.
 */
export const useGridKeys = (count: number, onEscape: (row: number) => void, { firstCell, startRow }: GridStart) => {
  const [active, setActive] = useState<Place>({ row: Math.max(0, startRow ?? 0), cell: firstCell });
  const movesFocus = useRef(startRow !== undefined && startRow >= 0);
  const grid = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    if (!movesFocus.current) return;
    movesFocus.current = false;
    const row = grid.current?.querySelector(`[data-row="${active.row}"]`);
    row?.querySelector<HTMLElement>(`[data-cell="${active.cell}"]`)?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const moveTo = useCallback(
    ({ row, cell }: Place): boolean => {
      if (row < 0 || row >= count || cell < firstCell || cell > evidenceCell) return false;
      movesFocus.current = true;
      setActive({ row, cell });
      return true;
    },
    [count, firstCell],
  );

  const onKeyDown = useCallback(
    (event: KeyboardEvent): void => {
      const place = placeOf(event.target);
      if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
      const note = event.target instanceof HTMLTextAreaElement ? event.target : undefined;
      if (event.key === 'Enter' && place.cell === evidenceCell) return;
      if (event.key === 'Enter') {
        if (event.shiftKey && note) return;
        event.preventDefault();
        const isQuestion = !note && (event.target as HTMLElement).getAttribute('aria-pressed') === 'true';
        if (!note) (event.target as HTMLElement).click();
        if (!isQuestion && !moveTo({ ...place, row: place.row + 1 })) note?.blur();
        return;
      }
      if (event.key === 'Escape' && note) {
        event.stopPropagation();
        return onEscape(place.row);
      }
      if (event.shiftKey || (note && (event.key === 'Home' || event.key === 'End'))) return;
      if (note && !leavesText(note, event.key)) return;
      const next = stepOf(event.key, place, count);
      if (next && moveTo(next)) event.preventDefault();
    },
    [count, moveTo, onEscape],
  );

  const onFocus = useCallback((event: FocusEvent): void => {
    const place = placeOf(event.target);
    if (place) setActive((before) => (before.row === place.row && before.cell === place.cell ? before : place));
  }, []);

  const holdGrid = useCallback((element: HTMLElement | null): void => {
    grid.current = element;
  }, []);

  return { active: active.row < count ? active : { row: 0, cell: firstCell }, holdGrid, onKeyDown, onFocus } as const;
};
