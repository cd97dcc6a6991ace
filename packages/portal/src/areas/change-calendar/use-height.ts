import { useEffect, useState } from 'react';

/** Returns the current height of an element in pixels, 0 until it is measured, and the ref of the element. */
export const useHeight = () => {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [height, setHeight] = useState(0);
  useEffect(() => {
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => setHeight(entry?.contentRect.height ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [height, setElement] as const;
};
