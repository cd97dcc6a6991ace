import { useEffect, useState } from 'react';

/** A text once nobody has changed it for so many milliseconds. */
export const useSettledText = (text: string, delay: number): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), delay);
    return () => clearTimeout(timer);
  }, [text, delay]);
  return settled;
};
