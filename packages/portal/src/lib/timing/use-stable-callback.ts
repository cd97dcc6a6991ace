import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * A function that stays the same over all renders and calls the latest `callback`, so that memoized components do not
 * re-render for a new callback. For event handlers and effects only: during a render it would call the previous
 * callback.
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
