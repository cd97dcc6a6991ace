import { useEffect, useState } from 'react';

/** The height of an element in pixels, kept up to date; 0 until it is known. Takes the element by its ref. */
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
