const counts = new Map<string, number>();

/**
 * How often this page has invalidated the lists of a set after a mutation of its own. A change of this number distinguishes
 * the user's own change from one that polling found.
 */
export const invalidationsOf = (set: string): number => counts.get(set) ?? 0;

export const countInvalidation = (set: string): void => {
  counts.set(set, invalidationsOf(set) + 1);
};
