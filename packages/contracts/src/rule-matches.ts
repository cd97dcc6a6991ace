/** Why an episode ended: its lifetime passed, or its rule was edited, disabled or deleted. */
export const matchEndReasons = { Expired: 1, Superseded: 2, OverWhenFound: 3 } as const;

/** Milliseconds by which a packet may lag behind its arrival and still open, extend or end a match. */
export const latestLag = 5 * 60_000;
