/**
 * Why a match ended: its lifetime expired; its rule was edited, disabled or deleted; its lifetime had passed before the
 * hit was found; a person ended it.
 */
export const matchEndReasons = { Expired: 1, Superseded: 2, OverWhenFound: 3, ByHand: 4 } as const;
