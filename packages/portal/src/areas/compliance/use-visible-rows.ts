import { useCallback, useEffect, useState } from 'react';

/** Rows rendered beyond each edge, so that scrolling shows no gaps. */
const margin = 12;
/** The range moves in steps, so that most scroll events render nothing. */
const step = 6;

/** The rows in sight of a scrolling element, from `first` up to, not including, `end`. Takes the element by its ref. */
export const useVisibleRows = (count: number, rowHeight: number) => {
  const [element, setElement] = useState<HTMLElement | null>(null);
  // Until the element is measured no more than the window shows; the rows beyond its edge follow after the first paint.
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
