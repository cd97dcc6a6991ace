import type { Preferences } from '@cfs/contracts/preferences';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { api } from '../api/api-client.ts';
import { notify } from '../notify.ts';
import { createPreferenceStore } from './preference-store.ts';
import type { Session } from '../session/session.ts';
import { pagePerson } from '../session/page-person.ts';

const set = '/v1/preferences';

/** The store of this page. */
const store = createPreferenceStore({
  storage: window.localStorage,
  person: pagePerson(),
  server: {
    read: () => api.get<Preferences>(set, { handlesForbidden: true }),
    write: (name, value) => api.put(`${set}/${name}`, value),
    remove: (name) => api.delete(`${set}/${name}`),
  },
  onRefused: ({ detail }) => notify.warning(`Your choice is kept in this browser only. ${detail}`),
});

window.addEventListener('storage', ({ storageArea, key, newValue }) => {
  if (storageArea === window.localStorage) store.applyStorageEvent(key, newValue);
});
window.addEventListener('online', () => void store.flush());

/** Loads the preferences at sign-in, and removes them from this browser at sign-out. */
export const connectPreferences = (session: Pick<Session, 'status' | 'subscribe'>): void => {
  session.subscribe(() => {
    if (session.status() === 'signed-in') void store.switchPerson(pagePerson());
    if (session.status() === 'signed-out') void store.switchPerson(undefined);
  });
};

/** Sends debounced changes before a sign-out; resolves after two seconds at the latest. */
export const flushPreferences = (): Promise<void> =>
  Promise.race([store.flush(), new Promise<void>((resolve) => setTimeout(resolve, 2_000))]);

/**
 * A preference of the signed-in person, stored on the server by name (`theme`, `columns:locations`) and cached in this
 * browser, so that the first paint has it. Other tabs update at once. `fallback` applies while it is unset, and when
 * `accepts` rejects the stored value, as one from another version.
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

/** An `accepts` for fixed values: `usePreference('theme', 'light', isOneOf('light', 'dark'))`. */
export const isOneOf =
  (...options: readonly unknown[]) =>
  (value: unknown): boolean =>
    options.includes(value);
