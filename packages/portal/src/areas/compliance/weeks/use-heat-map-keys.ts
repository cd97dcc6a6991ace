import { useCallback, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';

/** A cell of the heat map. */
export interface HeatMapPlace {
  readonly row: number;
  readonly week: number;
}

/** The number of rows by which Page Up and Page Down move. */
const pageRows = 20;

const placeOf = (target: EventTarget): HeatMapPlace | undefined => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-week]') : null;
  const row = cell?.closest<HTMLElement>('[data-row]')?.dataset['row'];
  return row === undefined ? undefined : { row: Number(row), week: Number(cell?.dataset['week']) };
};

const targetOf = (
  { key, ctrlKey }: KeyboardEvent,
  { row, week }: HeatMapPlace,
  { rows, weeks }: { readonly rows: number; readonly weeks: number },
): HeatMapPlace | undefined => {
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, week };
    case 'ArrowDown':
      return { row: row + 1, week };
    case 'ArrowLeft':
      return { row, week: week - 1 };
    case 'ArrowRight':
      return { row, week: week + 1 };
    case 'PageUp':
      return { row: Math.max(0, row - pageRows), week };
    case 'PageDown':
      return { row: Math.min(rows - 1, row + pageRows), week };
    case 'Home':
      return ctrlKey ? { row: 0, week: 0 } : { row, week: 0 };
    case 'End':
      return ctrlKey ? { row: rows - 1, week: weeks - 1 } : { row, week: weeks - 1 };
    default:
      return undefined;
  }
};

/**
 * The keyboard navigation of the heat map, in which Tab reaches one cell. Arrow keys move by a cell, Home and End to
 * the ends of the row, or of the map with Ctrl, Page Up and Page Down by 20 rows. Enter, Space and a click choose a
 * cell.
 */
export const useHeatMapKeys = (
  size: { readonly rows: number; readonly weeks: number },
  onChosen: (place: HeatMapPlace) => void,
) => {
  const [active, setActive] = useState<HeatMapPlace>({ row: 0, week: size.weeks - 1 });
  const movesFocus = useRef(false);
  const grid = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    if (!movesFocus.current) return;
    movesFocus.current = false;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-row="${active.row}"] [data-week="${active.week}"]`);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const place = placeOf(event.target);
    if (!place || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      return onChosen(place);
    }
    const target = targetOf(event, place, size);
    if (!target) return;
    event.preventDefault();
    if (target.row < 0 || target.row >= size.rows || target.week < 0 || target.week >= size.weeks) return;
    movesFocus.current = true;
    setActive(target);
  };

  const onClick = (event: MouseEvent): void => {
    const place = placeOf(event.target);
    if (place) onChosen(place);
  };

  const holdGrid = useCallback((element: HTMLElement | null): void => {
    grid.current = element;
  }, []);

  const isInside = active.row < size.rows && active.week < size.weeks;
  return { active: isInside ? active : { row: 0, week: size.weeks - 1 }, holdGrid, onKeyDown, onClick } as const;
};
