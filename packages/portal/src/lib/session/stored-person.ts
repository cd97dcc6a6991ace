import { signInKeyPrefix } from './user-manager.ts';

const subjectOf = (signIn: string | null): string | undefined => {
  try {
    const { profile } = JSON.parse(signIn ?? '{}') as { profile?: { sub?: unknown } };
    return typeof profile?.sub === 'string' ? profile.sub : undefined;
  } catch {
    return undefined;
  }
};

/** The subject of the stored sign-in, without a request; `undefined` when there is none. */
export const storedPerson = (storage: Storage = window.localStorage): string | undefined =>
  Object.keys(storage)
    .filter((key) => key.startsWith(`${signInKeyPrefix}user:`))
    .map((key) => subjectOf(storage.getItem(key)))
    .find((subject) => subject !== undefined);
