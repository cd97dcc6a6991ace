import { DatabaseBusyError } from './connection-pool.ts';

interface Queue {
  working: number;
  readonly waiting: (() => void)[];
}

/** Runs the work when its turn comes among works of the same name. @throws DatabaseBusyError after the maximum wait */
export type Turns = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Limits concurrency by name: up to `concurrency` run at a time, the others queue in order for at most
 * `maxWaitMilliseconds` milliseconds.
 */
export const createTurns = (concurrency: number, maxWaitMilliseconds: number): Turns => {
  const queues = new Map<string, Queue>();

  const wait = ({ waiting }: Queue): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(new DatabaseBusyError('Too many concurrent writes to the same entry.'));
      }, maxWaitMilliseconds);
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      waiting.push(begin);
    });

  return async (name, work) => {
    const queue = queues.get(name) ?? { working: 0, waiting: [] };
    queues.set(name, queue);
    if (queue.working === concurrency) await wait(queue);
    else queue.working += 1;
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      if (next) next();
      else queue.working -= 1;
      if (queue.working === 0) queues.delete(name);
    }
  };
};
