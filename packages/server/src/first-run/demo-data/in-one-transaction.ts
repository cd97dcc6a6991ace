import type { Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';

/**
 * Runs many writes of the areas' own services as one transaction: all of them or none, and one wait for the disk
 * instead of a thousand. `context` must reach every tenant that they write to.
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
