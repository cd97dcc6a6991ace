/** Why a match ended: its lifetime expired, or its rule was edited, disabled or deleted. */
export const matchEndReasons = { Expired: 1, Superseded: 2, OverWhenFound: 3 } as const;
