import type { Query } from '@tanstack/react-query';
import { isUnreachable } from './api/api-problem.ts';

/** While the server cannot be reached, everything that is shown asks again this often, in milliseconds. */
const recovery = 5_000;

/**
 * Query options of a live list: it asks again every `interval` milliseconds while its tab is visible. `paused` is its
 * stop flag. Without an interval it asks again only while the server cannot be reached, so that it comes back by itself.
 */
export const pollEvery = (interval?: number, paused = false) =>
  ({
    refetchInterval: ({ state }: Pick<Query, 'state'>): number | false => {
      if (isUnreachable(state.error)) return Math.min(recovery, interval ?? recovery);
      return paused ? false : (interval ?? false);
    },
    refetchIntervalInBackground: false,
  }) as const;
