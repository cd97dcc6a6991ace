import { DatabaseBusyError } from '../database/database-errors.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';

interface Queue {
  working: number;
  readonly waiting: FairQueue<() => void>;
}

/**
 * Runs the work when its turn comes among works of the same name; parties, such as tenants, are served in turn.
 * @throws DatabaseBusyError after the maximum wait
 */
export type Turns = <Result>(name: string, work: () => Promise<Result>, party?: string) => Promise<Result>;

/**
 * Limits concurrency by name: up to `concurrency` run at a time, the others queue in order for at most
 * `maxWaitMilliseconds` milliseconds.
 */
export const createTurns = (concurrency: number, maxWaitMilliseconds: number): Turns => {
  const queues = new Map<string, Queue>();

  const wait = ({ waiting }: Queue, party: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.remove(party, begin);
        reject(new DatabaseBusyError('Too many concurrent writes to the same entry.'));
      }, maxWaitMilliseconds);
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(party, begin);
    });

  return async (name, work, party = '') => {
    const queue = queues.get(name) ?? { working: 0, waiting: createFairQueue() };
    queues.set(name, queue);
    if (queue.working === concurrency) await wait(queue, party);
    else queue.working += 1;
    try {
      return await work();
    } finally {
      const next = queue.waiting.take();
      if (next) next.entry();
      else queue.working -= 1;
      if (queue.working === 0) queues.delete(name);
    }
  };
};
