import { Problem } from '../problems.ts';
import { actorId, actorName, type Actor } from '../context.ts';

/** Exports of one person or machine that may run at once, so that nobody takes every turn. */
const mostPerActor = 2;

const running = new Map<string, number>();

/**
 * Runs an export in one of its actor's turns, which ends with the work or when the work says so: whoever has the whole
 * file may ask for the next at once. @throws 429 when the actor has none left.
 */
export const inTurn = async <Result>(actor: Actor, work: (end: () => void) => Promise<Result>): Promise<Result> => {
  const name = actorId(actor) ?? actorName(actor);
  const before = running.get(name) ?? 0;
  if (before >= mostPerActor)
    throw new Problem({
      status: 429,
      detail: 'Other exports of yours are still running. Wait for them or cancel them.',
      headers: { 'retry-after': '5' },
    });
  running.set(name, before + 1);
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    const left = (running.get(name) ?? 1) - 1;
    if (left > 0) running.set(name, left);
    else running.delete(name);
  };
  try {
    return await work(end);
  } finally {
    end();
  }
};
