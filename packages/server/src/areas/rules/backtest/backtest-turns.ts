import { actorId, actorName, type Actor } from '../../../platform/context.ts';
import { tooManyRequests, unavailable } from '../../../platform/problems.ts';

/** Back-tests that run on a node at a time; a person runs one. */
export const maxBacktests = 2;
const retryAfterSeconds = 5;

const running = new Set<string>();

/**
 * Runs a back-test. `most` may run in this process at a time.
 *
 * @throws 429 while the actor has another one, 503 while those of others take all turns.
 */
export const inTurn = async <Result>(
  actor: Actor,
  work: () => Promise<Result>,
  most = maxBacktests,
): Promise<Result> => {
  const name = actorId(actor) ?? actorName(actor);
  if (running.has(name))
    throw tooManyRequests('Another back-test of yours is running. Wait for it or cancel it.', retryAfterSeconds);
  if (running.size >= most) throw unavailable('Others run back-tests. Try again in a moment.', retryAfterSeconds);
  running.add(name);
  try {
    return await work();
  } finally {
    running.delete(name);
  }
};
