import { storedPerson } from './stored-person.ts';

/**
 * The OpenID Connect subject that owns this page: the first to sign in, until the page is closed. Everything in memory
 * belongs to that person, so that no state has to be reset for another one (docs/decisions/0022).
 */
let owner: string | undefined;

/** Claims the page for a subject, unless it has an owner. Returns whether the subject owns it. */
export const claimPage = (subject: string): boolean => {
  owner ??= subject;
  return owner === subject;
};

/** The owner of the page; before the session is loaded, the subject of the stored sign-in. */
export const pagePerson = (): string | undefined => owner ?? storedPerson();
