import { useCallback, useEffect, useState } from 'react';

/** The number of rows rendered beyond each edge, so that scrolling shows no gaps. */
const margin = 12;
/** The range moves in steps of this many rows, so that most scroll events cause no render. */
const step = 6;

/**
 * The rows of a scrolling element to render, from `first` up to, but not including, `end`. `setElement` is the ref of
 * the element.
 */
export const useVisibleRows = (count: number, rowHeight: number) => {
  const [element, setElement] = useState<HTMLElement | null>(null);
  // Until the element is measured, as many rows as fit in the window; the rows beyond follow after the first paint.
  const [range, setRange] = useState(() => ({ first: 0, end: Math.ceil(window.innerHeight / rowHeight) }));
  const measure = useCallback(() => {
    if (!element) return;
    const top = Math.floor(element.scrollTop / rowHeight / step) * step;
    const shown = Math.ceil(element.clientHeight / rowHeight) + step;
    const next = { first: Math.max(0, top - margin), end: top + shown + margin };
    setRange((before) => (before.first === next.first && before.end === next.end ? before : next));
  }, [element, rowHeight]);
  useEffect(() => {
    if (!element) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [element, measure]);
  return { first: Math.min(range.first, count), end: Math.min(range.end, count), element, setElement } as const;
};
