import type { Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';

/**
 * Runs many writes of the areas' services in one transaction: either all or none are committed, with one flush to disk
 * instead of one for each write. The scope of `context` must include every tenant that they write to.
 */
export function inOneTransaction<Result>(
  services: Services,
  context: Context,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  return services.gate.write(context, 'WorkUnits:create', (db, change) =>
    work({ ...services, gate: { ...services.gate, write: (inner, _scope, write) => write(db, change.as(inner)) } }),
  );
}
