import { actorId, actorName, type Context } from '../context.ts';
import { Problem } from '../problems.ts';

/** Maximum concurrent exports on a node, whose connections for them are four: one tenant leaves one for the others. */
export interface ExportLimits {
  /** Of one person or machine. */
  readonly perActor: number;
  /** In the name of one tenant. */
  readonly perTenant: number;
}

export const exportLimits: ExportLimits = { perActor: 2, perTenant: 3 };

const running = new Map<string, number>();

const isFull = (name: string, most: number): boolean => (running.get(name) ?? 0) >= most;

const change = (name: string, by: 1 | -1): void => {
  const count = (running.get(name) ?? 0) + by;
  if (count > 0) running.set(name, count);
  else running.delete(name);
};

const tooMany = (detail: string): Problem => new Problem({ status: 429, detail, headers: { 'retry-after': '5' } });

/**
 * Runs an export in a slot of its actor and of its tenant, which are released when the work ends or earlier by the work
 * itself, as soon as the client has the whole file. `limits` are those of this process. @throws 429 if the actor or the
 * tenant has no free slot
 */
export const inTurn = async <Result>(
  { actor, tenantId }: Pick<Context, 'actor' | 'tenantId'>,
  work: (end: () => void) => Promise<Result>,
  limits = exportLimits,
): Promise<Result> => {
  const [ofActor, ofTenant] = [`actor ${actorId(actor) ?? actorName(actor)}`, `tenant ${tenantId}`];
  if (isFull(ofActor, limits.perActor))
    throw tooMany('Other exports of yours are still running. Wait for them or cancel them.');
  if (isFull(ofTenant, limits.perTenant))
    throw tooMany('Other exports of the tenant are still running. Wait for them or cancel them.');
  const slots = [ofActor, ofTenant];
  for (const slot of slots) change(slot, 1);
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    for (const slot of slots) change(slot, -1);
  };
  try {
    return await work(end);
  } finally {
    end();
  }
};
