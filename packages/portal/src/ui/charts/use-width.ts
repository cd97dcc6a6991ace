import { useEffect, useState } from 'react';

/** The width of an element in CSS pixels, 0 until it is known. Takes the element by its ref. */
export const useWidth = () => {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return { width, setElement } as const;
};
