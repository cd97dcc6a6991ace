import { startTransition, useEffect, useState } from 'react';

/**
 * Whether to render what may wait: false at first, so that what does not wait is painted, then true in a render of low
 * priority. The function ends the wait at once.
 */
export const useAfterPaint = (): readonly [isDue: boolean, endWait: () => void] => {
  const [isDue, setDue] = useState(false);
  useEffect(() => startTransition(() => setDue(true)), []);
  return [isDue, () => setDue(true)];
};
