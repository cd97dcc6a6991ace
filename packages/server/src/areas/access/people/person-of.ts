import type { Actor, Context } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/problems.ts';

/** Returns the person that makes the request; throws 403 for any other actor. */
export const personOf = ({ actor }: Context): Extract<Actor, { kind: 'person' }> => {
  if (actor.kind !== 'person') throw forbidden();
  return actor;
};
