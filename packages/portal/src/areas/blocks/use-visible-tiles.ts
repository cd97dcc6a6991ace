import { useCallback, useEffect, useMemo, useState } from 'react';
import { tileGrid, visibleTileRange } from './tile-grid.ts';

/** Returns the grid of tiles in a scrolling element and the range to render. `setElement` is the ref of the element. */
export const useVisibleTiles = (count: number) => {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(0);
  const [sight, setSight] = useState({ first: 0, end: 0 });
  const grid = useMemo(() => tileGrid(count, width), [count, width]);
  const look = useCallback(() => {
    if (!element) return;
    const next = visibleTileRange(count, grid, { top: element.scrollTop, height: element.clientHeight });
    setSight((before) => (before.first === next.first && before.end === next.end ? before : next));
  }, [element, count, grid]);
  useEffect(() => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      setWidth(element.clientWidth);
      look();
    });
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [element, look]);
  return { grid, first: Math.min(sight.first, count), end: Math.min(sight.end, count), setElement } as const;
};
