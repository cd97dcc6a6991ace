const counts = new Map<string, number>();

/** How often this page itself made the lists of a set ask again: after such a change people want to see its effect. */
export const ownChangesOf = (set: string): number => counts.get(set) ?? 0;

export const countOwnChange = (set: string): void => {
  counts.set(set, ownChangesOf(set) + 1);
};
