/** A queue that serves parties in turn: between two entries of one party, each other that waits is served once. */
export interface FairQueue<Entry> {
  readonly size: number;
  /** Adds an entry behind the others of its party. */
  add(party: string, entry: Entry): void;
  remove(party: string, entry: Entry): void;
  /** Removes and returns the next entry, of a party that is eligible. */
  take(isEligible?: (party: string) => boolean): { readonly party: string; readonly entry: Entry } | undefined;
  /** Removes and returns all entries. */
  clear(): readonly Entry[];
}

/** Creates an empty queue. */
export const createFairQueue = <Entry>(): FairQueue<Entry> => {
  // In the order in which the parties are served next.
  const waiting = new Map<string, Entry[]>();
  return {
    get size() {
      return [...waiting.values()].reduce((sum, entries) => sum + entries.length, 0);
    },
    add(party, entry) {
      const entries = waiting.get(party);
      if (entries) entries.push(entry);
      else waiting.set(party, [entry]);
    },
    remove(party, entry) {
      const entries = waiting.get(party) ?? [];
      const at = entries.indexOf(entry);
      if (at !== -1) entries.splice(at, 1);
      if (entries.length === 0) waiting.delete(party);
    },
    take(isEligible = () => true) {
      for (const [party, entries] of waiting) {
        if (!isEligible(party)) continue;
        waiting.delete(party);
        const [entry, ...others] = entries;
        if (others.length > 0) waiting.set(party, others);
        if (entry !== undefined) return { party, entry };
      }
      return undefined;
    },
    clear() {
      const entries = [...waiting.values()].flat();
      waiting.clear();
      return entries;
    },
  };
};
