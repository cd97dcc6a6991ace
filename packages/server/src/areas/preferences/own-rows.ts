import type { Context } from '../../platform/context.ts';
import type { ScopeRequest } from '../../platform/database/gate.ts';
import { forbidden } from '../../platform/problems.ts';

/** Scope of the caller's own rows; every built-in role holds the permission. */
export const ownRows = { permission: 'CurrentUser:view', own: true } as const satisfies ScopeRequest;

/**
 * Returns the id of the calling person.
 *
 * @throws 403 for a machine, which has no preferences.
 */
export const personOf = ({ actor }: Context): string => {
  if (actor.kind !== 'person') throw forbidden();
  return actor.userId;
};
