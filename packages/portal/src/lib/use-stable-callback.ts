import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * A function that stays the same over all renders and calls the latest `callback`, so that memoized components do not
 * render for a new one. For events and effects only: during a render it would call the one of the render before.
 */
export const useStableCallback = <Args extends readonly unknown[], Result>(
  callback: (...args: Args) => Result,
): ((...args: Args) => Result) => {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
};
