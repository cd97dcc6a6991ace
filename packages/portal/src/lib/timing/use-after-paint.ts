import { startTransition, useEffect, useState } from 'react';

/**
 * Whether to render content that can wait: false in the first render, so that the rest is painted first, then true in a
 * low-priority render. `endWait` makes it true at once.
 */
export const useAfterPaint = (): readonly [isDue: boolean, endWait: () => void] => {
  const [isDue, setDue] = useState(false);
  useEffect(() => startTransition(() => setDue(true)), []);
  return [isDue, () => setDue(true)];
};
