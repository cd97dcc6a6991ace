import { tokenLifetimes, type TokenGrant } from '@cfs/contracts/tokens';

/** The toast of every change of a token that failed (work specification, section 8). */
export const saveTokenFailure = 'A problem occurred saving the token. Please try again.';

const lifetimeName = (years: number): string => (years === 0 ? 'Forever' : years === 1 ? '1 year' : `${years} years`);

export const lifetimes = tokenLifetimes.map((value) => ({ value, label: lifetimeName(value) }));

export type TokenState = 'Active' | 'Expired' | 'Revoked';

/** What a token is worth at this moment. */
export const stateOf = ({ revokedOn, expiresOn }: TokenGrant, now: Date): TokenState =>
  revokedOn !== null ? 'Revoked' : expiresOn !== null && new Date(expiresOn) <= now ? 'Expired' : 'Active';
