import { storedPerson } from './stored-person.ts';

/**
 * The provider's subject of the person to whom this page belongs: the first who is signed in on it, and nobody else as
 * long as it lives. Whatever the page holds in memory is theirs, so that it need not be taken apart for another person.
 */
let owner: string | undefined;

/** Makes the page the person's, unless it is another's already. Answers whether it is theirs. */
export const claimPage = (subject: string): boolean => {
  owner ??= subject;
  return owner === subject;
};

/** Whose page this is; before the sign-in has been read, whose sign-in this browser keeps. */
export const pagePerson = (): string | undefined => owner ?? storedPerson();
