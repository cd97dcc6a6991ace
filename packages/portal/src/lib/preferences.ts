import type { Preferences } from '@cfs/contracts/preferences';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { api } from './api/api-client.ts';
import { notify } from './notify.ts';
import { createPreferenceStore } from './preference-store.ts';
import type { Session } from './session/session.ts';
import { pagePerson } from './session/page-person.ts';

const set = '/v1/preferences';

/** The one store of this page. */
const store = createPreferenceStore({
  storage: window.localStorage,
  person: pagePerson(),
  server: {
    read: () => api.get<Preferences>(set, { ownDenial: true }),
    write: (name, value) => api.put(`${set}/${name}`, value),
    remove: (name) => api.delete(`${set}/${name}`),
  },
  onRefused: ({ detail }) => notify.warning(`Your choice stays in this browser alone. ${detail}`),
});

window.addEventListener('storage', ({ storageArea, key, newValue }) => {
  if (storageArea === window.localStorage) store.adopt(key, newValue);
});
window.addEventListener('online', () => void store.flush());

/** Ties the preferences to the sign-in: they come with a person, and leave this browser with them. */
export const connectPreferences = (session: Pick<Session, 'status' | 'subscribe'>): void => {
  session.subscribe(() => {
    if (session.status() === 'signed-in') void store.follow(pagePerson());
    if (session.status() === 'signed-out') void store.follow(undefined);
  });
};

/** Sends what was chosen within the last moment, before the sign-in goes; nobody waits for it longer than two seconds. */
export const sendPreferences = (): Promise<void> =>
  Promise.race([store.flush(), new Promise<void>((resolve) => setTimeout(resolve, 2_000))]);

/**
 * A choice of the signed-in person, kept on the server under its name (`theme`, `columns:locations`) and remembered by
 * this browser, so that the first paint shows it. Other tabs follow at once. `fallback` holds until they chose, and
 * whenever `accepts` does not know the stored value, as one of another version.
 */
export const usePreference = <T>(
  name: string,
  fallback: T,
  accepts: (value: unknown) => boolean = () => true,
): readonly [T, (value: T) => void] => {
  const [standard] = useState(fallback);
  const stored = useSyncExternalStore(store.subscribe, () => store.get(name));
  const choose = useCallback((value: T) => store.set(name, value), [name]);
  return [stored !== undefined && accepts(stored) ? (stored as T) : standard, choose];
};

/** For a choice among words: `usePreference('theme', 'light', isOneOf('light', 'dark'))`. */
export const isOneOf =
  (...options: readonly unknown[]) =>
  (value: unknown): boolean =>
    options.includes(value);
