import type { Person } from '@cfs/contracts/access-people';

export const savePersonFailure = 'A problem occurred saving the person. Please try again.';

/** What the form of a person shows and sends back. */
export const valuesOf = ({ userId, name, enabled, modified }: Person) => ({ userId, name, enabled, modified });
