import type { Person } from '@cfs/contracts/access-people';

export const savePersonFailure = 'A problem occurred saving the person. Please try again.';

export type PersonState = 'Active' | 'Invited' | 'Disabled';

/** Whether somebody can come in: an invitation becomes a person with the first sign-in. */
export const stateOf = ({ enabled, firstSignIn }: Person): PersonState =>
  !enabled ? 'Disabled' : firstSignIn === null ? 'Invited' : 'Active';

/** What the form of a person shows and sends back. */
export const valuesOf = ({ userId, name, enabled, modified }: Person) => ({ userId, name, enabled, modified });
