import { useEffect, useState } from 'react';

/** A text once it has stayed the same for `delay` milliseconds. */
export const useSettled = (text: string, delay: number): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), delay);
    return () => clearTimeout(timer);
  }, [text, delay]);
  return settled;
};
