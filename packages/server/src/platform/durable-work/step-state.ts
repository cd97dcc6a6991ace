/**
 * The state of a step. `done`, `failed` and `dropped` are final. `pausing` waits for its next attempt, `parked` for an
 * earlier step of its order.
 */
export const stepState = { waiting: 0, running: 1, done: 2, failed: 3, dropped: 4, pausing: 5, parked: 6 } as const;

/** How an attempt ended; `lost` means that its lease expired. */
export const attemptOutcome = { done: 1, retry: 2, failed: 3, lost: 4, dropped: 5 } as const;

/** Lanes have separate capacities. The numbers are stored. */
export const lanes = { local: 0, http: 1, mail: 2 } as const;

export type Lane = keyof typeof lanes;
