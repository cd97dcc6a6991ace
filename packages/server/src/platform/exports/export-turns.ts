import type { Permission } from '@cfs/contracts/permissions';
import { actorId, actorName, type Context } from '../context.ts';
import { Problem } from '../problems.ts';

/** Maximum concurrent exports on a node, which has four connections for them: one tenant leaves half to the others. */
export interface ExportLimits {
  /** Of one person or machine. */
  readonly perActor: number;
  /** Of the callers of one tenant, and of all callers whose permission counts in every tenant. */
  readonly perTenant: number;
}

export const exportLimits: ExportLimits = { perActor: 2, perTenant: 2 };

/** The caller of an export, and the permission by which its rows are read. */
export interface Exporter {
  readonly context: Pick<Context, 'actor' | 'tenantId' | 'scopeOf'>;
  readonly permission: Permission | readonly Permission[];
}

const running = new Map<string, number>();

const isFull = (name: string, max: number): boolean => (running.get(name) ?? 0) >= max;

const change = (name: string, by: 1 | -1): void => {
  const count = (running.get(name) ?? 0) + by;
  if (count > 0) running.set(name, count);
  else running.delete(name);
};

const tooMany = (detail: string): Problem => new Problem({ status: 429, detail, headers: { 'retry-after': '5' } });

/**
 * The slots that an export needs, and the refusals if one is not free. Callers of all tenants have one share, whichever
 * tenant their request names: otherwise they would use the shares of several tenants.
 */
const slotsOf = ({ context, permission }: Exporter, { perActor, perTenant }: ExportLimits) => {
  const { actor, tenantId } = context;
  const ofActor = {
    name: `actor ${actorId(actor) ?? actorName(actor)}`,
    max: perActor,
    refusal: 'Other exports of yours are still running. Wait for them or cancel them.',
  };
  const ofTenant =
    context.scopeOf(permission).kind === 'all'
      ? { name: 'all tenants', refusal: 'Other exports of people of all tenants are still running. Wait for them.' }
      : {
          name: `tenant ${tenantId}`,
          refusal: 'Other exports of the tenant are still running. Wait for them or cancel them.',
        };
  return [ofActor, { ...ofTenant, max: perTenant }];
};

/**
 * Runs an export in a slot of its actor and of its tenant, which are released when the work ends or earlier by the work
 * itself, as soon as the client has the complete file. `limits` are those of this process.
 *
 * @throws 429 if the actor or the tenant has no free slot
 */
export const inTurn = async <Result>(
  exporter: Exporter,
  work: (end: () => void) => Promise<Result>,
  limits = exportLimits,
): Promise<Result> => {
  const slots = slotsOf(exporter, limits);
  for (const { name, max, refusal } of slots) if (isFull(name, max)) throw tooMany(refusal);
  for (const { name } of slots) change(name, 1);
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    for (const { name } of slots) change(name, -1);
  };
  try {
    return await work(end);
  } finally {
    end();
  }
};
