import { Problem } from '../problems.ts';
import { actorId, actorName, type Actor } from '../context.ts';

/** Maximum concurrent exports of one person or machine on a node. */
export const maxExportsPerActor = 2;

const running = new Map<string, number>();

/**
 * Runs an export in one of its actor's slots, which is released when the work ends or earlier by the work itself, as
 * soon as the client has the whole file. `most` are the slots of an actor in this process. @throws 429 if the actor has no
 * free slot
 */
export const inTurn = async <Result>(
  actor: Actor,
  work: (end: () => void) => Promise<Result>,
  most = maxExportsPerActor,
): Promise<Result> => {
  const name = actorId(actor) ?? actorName(actor);
  const before = running.get(name) ?? 0;
  if (before >= most)
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
