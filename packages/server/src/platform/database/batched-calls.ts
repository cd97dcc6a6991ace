import { settleAll } from './settle-all.ts';

/**
 * Combines the calls of one turn of the event loop for the same target into one call: `run` receives their items and
 * returns a result for each, in their order. A failure rejects all of them.
 */
export const batched = <Target extends object, Item, Result>(
  run: (target: Target, items: readonly Item[]) => Promise<readonly Result[]>,
): ((target: Target, item: Item) => Promise<Result>) => {
  interface Call {
    readonly item: Item;
    readonly resolve: (result: Result) => void;
    readonly reject: (error: unknown) => void;
  }
  const pending = new WeakMap<Target, Call[]>();

  const flush = async (target: Target, calls: readonly Call[]): Promise<void> => {
    pending.delete(target);
    try {
      const results = await run(
        target,
        calls.map(({ item }) => item),
      );
      if (results.length !== calls.length) throw new RangeError('Batched calls were not all answered.');
      calls.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  };

  return (target, item) =>
    new Promise((resolve, reject) => {
      const call = { item, resolve, reject };
      const calls = pending.get(target);
      if (calls) {
        calls.push(call);
        return;
      }
      const begun = [call];
      pending.set(target, begun);
      process.nextTick(() => void flush(target, begun));
    });
};

/** The same for items of tenants: `run` receives those of one tenant at a time, and the first of them. */
export const batchedByTenant = <Target extends object, Item extends { readonly tenantId: string }, Result>(
  run: (target: Target, items: readonly Item[], first: Item) => Promise<readonly Result[]>,
): ((target: Target, item: Item) => Promise<Result>) =>
  batched(async (target: Target, items: readonly Item[]) => {
    const groups = [...Map.groupBy(items, ({ tenantId }) => tenantId).values()];
    const results = new Map<Item, Result>();
    await Promise.all(
      groups.map(async (group) => {
        const [first] = group;
        if (first === undefined) return;
        const answers = await run(target, group, first);
        group.forEach((item, index) => results.set(item, answers[index] as Result));
      }),
    );
    return items.map((item) => results.get(item) as Result);
  });

/** Calls of one turn of the event loop, for one target and with the same key, run once and share the result. */
export const deduplicated = <Target extends object, Item, Result>(
  keyOf: (item: Item) => string,
  run: (target: Target, item: Item) => Promise<Result>,
): ((target: Target, item: Item) => Promise<Result>) =>
  batched(async (target: Target, items: readonly Item[]) => {
    const runs = new Map<string, Promise<Result>>();
    return settleAll(
      items.map((item) => {
        const key = keyOf(item);
        const begun = runs.get(key) ?? run(target, item);
        runs.set(key, begun);
        return begun;
      }),
    );
  });
