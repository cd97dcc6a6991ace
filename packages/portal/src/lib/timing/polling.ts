import type { Query } from '@tanstack/react-query';
import { isUnreachable } from '../api/api-problem.ts';

/** How often mounted queries retry while the server cannot be reached. */
const recoveryIntervalMilliseconds = 5_000;

/**
 * Query options that poll while the tab is visible and `paused` is false. An unreachable server is retried at least
 * every five seconds, also when paused or without an interval, so that the query recovers automatically.
 */
export const pollEvery = (intervalMilliseconds?: number, paused = false) =>
  ({
    refetchInterval: ({ state }: Pick<Query, 'state'>): number | false => {
      if (isUnreachable(state.error))
        return Math.min(recoveryIntervalMilliseconds, intervalMilliseconds ?? recoveryIntervalMilliseconds);
      return paused ? false : (intervalMilliseconds ?? false);
    },
    refetchIntervalInBackground: false,
  }) as const;
