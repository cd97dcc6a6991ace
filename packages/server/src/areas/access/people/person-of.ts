import type { Actor, Context } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/problems.ts';

/** The person behind a request; 403 for a machine. */
export const personOf = ({ actor }: Context): Extract<Actor, { kind: 'person' }> => {
  if (actor.kind !== 'person') throw forbidden();
  return actor;
};
