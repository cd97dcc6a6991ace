/** Where a step stands. `waiting` and `running` are unfinished; the others are final. */
export const stepState = { waiting: 0, running: 1, done: 2, failed: 3, dropped: 4 } as const;

/** How an attempt ended; `lost` means that its worker vanished or overstayed its lease. */
export const attemptOutcome = { done: 1, retry: 2, failed: 3, lost: 4, dropped: 5 } as const;
