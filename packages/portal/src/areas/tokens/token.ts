import type { ExportWords } from '@cfs/contracts/export-words';
import type { TokenGrant } from '@cfs/contracts/tokens';
import { tokenLifetimes } from '@cfs/contracts/sizes';

/** The toast when a change of a token fails (docs/reference/tokens.md#messages). */
export const saveTokenFailure = 'A problem occurred saving the token. Please try again.';

const lifetimeName = (years: number): string => (years === 0 ? 'Forever' : years === 1 ? '1 year' : `${years} years`);

export const lifetimes = tokenLifetimes.map((value) => ({ value, label: lifetimeName(value) }));

/** The uses of a token that the form offers. */
export const tokenUses = [
  { field: 'canEnrol', purpose: 'enrol', label: 'Enrol agents' },
  { field: 'canSendPackets', purpose: 'packets', label: 'Send packets' },
  { field: 'canRead', purpose: 'read', label: 'Read lists' },
] as const satisfies readonly { readonly field: keyof TokenGrant; readonly purpose: string; readonly label: string }[];

/** The uses of a token, in words. */
export const usesOf = (token: Pick<TokenGrant, (typeof tokenUses)[number]['field']>): string =>
  tokenUses
    .filter(({ field }) => token[field])
    .map(({ label }) => label)
    .join(', ');

const combinations = tokenUses.reduce<readonly (typeof tokenUses)[number][][]>(
  (known, use) => [...known, ...known.map((uses) => [...uses, use])],
  [[]],
);

/** The words for every combination of uses, for exports. */
export const usesWords: ExportWords = {
  of: Object.fromEntries(
    combinations.map((uses) => [
      uses.map(({ purpose }) => purpose).join(','),
      uses.map(({ label }) => label).join(', '),
    ]),
  ),
};

export type TokenState = 'Active' | 'Expired' | 'Revoked';

/** The state of a token at the time `now`. */
export const stateOf = ({ revokedOn, expiresOn }: TokenGrant, now: Date): TokenState =>
  revokedOn !== null ? 'Revoked' : expiresOn !== null && new Date(expiresOn) <= now ? 'Expired' : 'Active';
