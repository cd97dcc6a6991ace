import { settleAll } from './settle-all.ts';

/**
 * Combines the calls of one turn for the same place into one: `run` receives their items and returns a result for each,
 * in their order. A failure rejects all of them.
 */
export const gathered = <Place extends object, Item, Result>(
  run: (place: Place, items: readonly Item[]) => Promise<readonly Result[]>,
): ((place: Place, item: Item) => Promise<Result>) => {
  interface Call {
    readonly item: Item;
    readonly resolve: (result: Result) => void;
    readonly reject: (error: unknown) => void;
  }
  const gathering = new WeakMap<Place, Call[]>();

  const flush = async (place: Place, calls: readonly Call[]): Promise<void> => {
    gathering.delete(place);
    try {
      const results = await run(
        place,
        calls.map(({ item }) => item),
      );
      if (results.length !== calls.length) throw new RangeError('Gathered calls were not all answered.');
      calls.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  };

  return (place, item) =>
    new Promise((resolve, reject) => {
      const call = { item, resolve, reject };
      const calls = gathering.get(place);
      if (calls) {
        calls.push(call);
        return;
      }
      const begun = [call];
      gathering.set(place, begun);
      process.nextTick(() => void flush(place, begun));
    });
};

/** The same for items of tenants: `run` receives those of one tenant at a time, and the first of them. */
export const gatheredByTenant = <Place extends object, Item extends { readonly tenantId: string }, Result>(
  run: (place: Place, items: readonly Item[], first: Item) => Promise<readonly Result[]>,
): ((place: Place, item: Item) => Promise<Result>) =>
  gathered(async (place: Place, items: readonly Item[]) => {
    const groups = [...Map.groupBy(items, ({ tenantId }) => tenantId).values()];
    const results = new Map<Item, Result>();
    await Promise.all(
      groups.map(async (group) => {
        const [first] = group;
        if (first === undefined) return;
        const answers = await run(place, group, first);
        group.forEach((item, index) => results.set(item, answers[index] as Result));
      }),
    );
    return items.map((item) => results.get(item) as Result);
  });

/** Calls of one turn, for one place and with the same key, run once and share the result. */
export const sharedInTurn = <Place extends object, Item, Result>(
  keyOf: (item: Item) => string,
  run: (place: Place, item: Item) => Promise<Result>,
): ((place: Place, item: Item) => Promise<Result>) =>
  gathered(async (place: Place, items: readonly Item[]) => {
    const runs = new Map<string, Promise<Result>>();
    return settleAll(
      items.map((item) => {
        const key = keyOf(item);
        const begun = runs.get(key) ?? run(place, item);
        runs.set(key, begun);
        return begun;
      }),
    );
  });
