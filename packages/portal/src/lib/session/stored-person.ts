import { signInKeyPrefix } from './user-manager.ts';

const subjectOf = (signIn: string | null): string | undefined => {
  try {
    const { profile } = JSON.parse(signIn ?? '{}') as { profile?: { sub?: unknown } };
    return typeof profile?.sub === 'string' ? profile.sub : undefined;
  } catch {
    return undefined;
  }
};

/** The provider's subject of whoever is signed in within this browser, known before any call; `undefined` for nobody. */
export const storedPerson = (storage: Storage = window.localStorage): string | undefined =>
  Object.keys(storage)
    .filter((key) => key.startsWith(`${signInKeyPrefix}user:`))
    .map((key) => subjectOf(storage.getItem(key)))
    .find((subject) => subject !== undefined);
