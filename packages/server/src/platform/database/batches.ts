interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface BatchOptions<Item> {
  /** Items of one group run together, one batch of a group at a time; groups take turns. */
  readonly groupOf: (item: Item) => string;
  /** Items that have a key in common never run together; the later one runs in a later batch. */
  readonly keysOf: (item: Item) => readonly string[];
  /** Maximum number of items in a batch. */
  readonly limit: number;
  /** Batches of all groups that run at a time. */
  readonly concurrency: number;
  /** Whether an error concerns every item of the batch; if so, none runs again. */
  readonly isCommon: (error: unknown) => boolean;
  /** Runs all of the items, or none of them. */
  readonly run: (items: readonly Item[]) => Promise<void>;
}

/**
 * Runs items in batches: those that arrive while others run form the next batch, so that a single item runs at once.
 * Resolves once the item's batch has run. The items of a batch that fails run again one by one, so that none fails
 * because of another.
 */
export const createBatches = <Item>(options: BatchOptions<Item>): ((item: Item) => Promise<void>) => {
  const queues = new Map<string, Waiting<Item>[]>();
  const running = new Set<string>();

  /** Removes the next batch from the queue, in the order of arrival. */
  const takeBatch = (queue: Waiting<Item>[]): Waiting<Item>[] => {
    const seen = new Set<string>();
    const batch: Waiting<Item>[] = [];
    for (const waiting of queue) {
      const keys = options.keysOf(waiting.item);
      if (batch.length < options.limit && !keys.some((key) => seen.has(key))) batch.push(waiting);
      // Also the keys of an item that is not taken: later items with one of them must not overtake it.
      for (const key of keys) seen.add(key);
    }
    const taken = new Set(batch);
    queue.splice(0, queue.length, ...queue.filter((waiting) => !taken.has(waiting)));
    return batch;
  };

  const runAlone = async ({ item, resolve, reject }: Waiting<Item>): Promise<void> => {
    try {
      await options.run([item]);
      resolve();
    } catch (error) {
      reject(error);
    }
  };

  const runBatch = async (batch: readonly Waiting<Item>[]): Promise<void> => {
    const [first] = batch;
    if (first && batch.length === 1) return runAlone(first);
    try {
      await options.run(batch.map(({ item }) => item));
    } catch (error) {
      if (options.isCommon(error)) for (const { reject } of batch) reject(error);
      else for (const waiting of batch) await runAlone(waiting);
      return;
    }
    for (const { resolve } of batch) resolve();
  };

  const begin = (): void => {
    for (const [group, queue] of queues) {
      if (running.size >= options.concurrency) return;
      if (running.has(group)) continue;
      const batch = takeBatch(queue);
      // Moves the group behind the others.
      queues.delete(group);
      if (queue.length > 0) queues.set(group, queue);
      running.add(group);
      void runBatch(batch).finally(() => {
        running.delete(group);
        begin();
      });
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      const group = options.groupOf(item);
      const queue = queues.get(group) ?? [];
      queue.push({ item, resolve, reject });
      queues.set(group, queue);
      begin();
    });
};
