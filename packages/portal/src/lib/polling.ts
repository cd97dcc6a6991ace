/** Query options of a live list: it asks again every `interval` milliseconds while its tab is visible. */
export const pollEvery = (interval: number, paused = false) =>
  ({ refetchInterval: paused ? false : interval, refetchIntervalInBackground: false }) as const;
