import { useEffect, useState } from 'react';

/** The text, debounced by `delayMilliseconds`. */
export const useDebounced = (text: string, delayMilliseconds: number): string => {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), delayMilliseconds);
    return () => clearTimeout(timer);
  }, [text, delayMilliseconds]);
  return debounced;
};
