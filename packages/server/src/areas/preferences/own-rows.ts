import type { Context } from '../../platform/context.ts';
import type { ScopeRequest } from '../../platform/database/gate.ts';
import { forbidden } from '../../platform/problems.ts';

/** The rows of the caller: each built-in role holds the permission. */
export const ownRows = { permission: 'CurrentUser:view', own: true } as const satisfies ScopeRequest;

/** The person who asks; 403 for a machine, which keeps no choices. */
export const personOf = ({ actor }: Context): string => {
  if (actor.kind !== 'person') throw forbidden();
  return actor.userId;
};
