import { actorId, actorName, type Context } from '../../../platform/context.ts';
import { busy, tooManyRequests } from '../../../platform/problems.ts';

/** Back-tests that a node runs at the same time; a person and a tenant each run one. */
export const maxBacktests = 2;
const retryAfterSeconds = 5;

const running: { readonly name: string; readonly tenantId: string }[] = [];

/**
 * Runs a back-test; at most `max` run in this process at a time.
 *
 * @throws 429 while the actor or another actor of the tenant has one running, 503 while other back-tests use all turns.
 */
export const inTurn = async <Result>(
  { actor, tenantId }: Pick<Context, 'actor' | 'tenantId'>,
  work: () => Promise<Result>,
  max = maxBacktests,
): Promise<Result> => {
  const name = actorId(actor) ?? actorName(actor);
  if (running.some((each) => each.name === name))
    throw tooManyRequests('Another back-test of yours is running. Wait for it or cancel it.', retryAfterSeconds);
  if (running.some((each) => each.tenantId === tenantId))
    throw tooManyRequests('Another back-test of the tenant is running. Try again in a moment.', retryAfterSeconds);
  if (running.length >= max)
    throw busy('Other users are running back-tests. Try again in a moment.', retryAfterSeconds);
  const turn = { name, tenantId };
  running.push(turn);
  try {
    return await work();
  } finally {
    running.splice(running.indexOf(turn), 1);
  }
};
