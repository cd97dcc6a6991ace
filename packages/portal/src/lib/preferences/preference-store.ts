import { preferenceNamePattern } from '@cfs/contracts/preference-names';
import { ApiProblem } from '../api/api-problem.ts';

/** The persistent store of preferences. */
export interface PreferenceServer {
  readonly read: () => Promise<Readonly<Record<string, unknown>>>;
  readonly write: (name: string, value: unknown) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
}

export interface PreferenceStoreOptions {
  /** The write-through cache of this browser; its `storage` events reach other tabs. */
  readonly storage: Storage;
  readonly server: PreferenceServer;
  /** The person whose cached preferences are loaded first. */
  readonly person: string | undefined;
  /** Called when the server rejects a value; the value stays in this browser. */
  readonly onRefused: (problem: ApiProblem) => void;
  /** Debounce from a change to its request. */
  readonly delayMilliseconds?: number;
}

/** Synchronous access to one person's preferences. While nobody is signed in they last as long as the page. */
export interface PreferenceStore {
  /** The value, the same object until it changes; `undefined` when unset. */
  readonly get: (name: string) => unknown;
  /** Sets a value at once in this browser, debounced on the server; `undefined` deletes it. The last write wins. */
  readonly set: (name: string, value: unknown) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Switches to a person, fetches their preferences, and removes those of everyone else from this browser. */
  readonly switchPerson: (person: string | undefined) => Promise<void>;
  /** Sends unsent changes now. */
  readonly flush: () => Promise<void>;
  /** Applies the key and the new value of a `storage` event. */
  readonly applyStorageEvent: (key: string | null, text: string | null) => void;
}

interface Entry {
  readonly value?: unknown;
  readonly isUnsent?: boolean;
}

const keyPrefix = 'cfs-portal.preference/';

const parse = (text: string | null): Entry | undefined => {
  try {
    const choice: unknown = text === null ? undefined : JSON.parse(text);
    return typeof choice === 'object' && choice !== null ? choice : undefined;
  } catch {
    return undefined;
  }
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether a later retry may succeed: no response, a server error, an expired token, a rate limit. */
const isTransient = ({ status }: ApiProblem): boolean =>
  status === 0 || status === 401 || status === 429 || status >= 500;

export const createPreferenceStore = (options: PreferenceStoreOptions): PreferenceStore => {
  const { storage, server, onRefused, delayMilliseconds: delay = 400 } = options;
  const listeners = new Set<() => void>();
  const entries = new Map<string, Entry>();
  /** Names that were set while a fetch was in flight: its response must not overwrite them. */
  const changedDuringFetch = new Set<string>();
  /** The last request of each name that is in flight or queued: a name has one at a time, so that the last value is stored. */
  const requests = new Map<string, Promise<void>>();
  let person = options.person;
  let isFetched = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const prefix = (): string | undefined =>
    person === undefined ? undefined : `${keyPrefix}${encodeURIComponent(person)}/`;

  const nameOf = (key: string): string | undefined => {
    const own = prefix();
    const name = own !== undefined && key.startsWith(own) ? key.slice(own.length) : undefined;
    return name !== undefined && preferenceNamePattern.test(name) ? name : undefined;
  };

  const notifyListeners = (): void => listeners.forEach((listener) => listener());

  const put = (name: string, choice: Entry | undefined): void => {
    if (choice) entries.set(name, choice);
    else entries.delete(name);
    const own = prefix();
    if (own === undefined) return;
    try {
      if (choice) storage.setItem(own + name, JSON.stringify(choice));
      else storage.removeItem(own + name);
    } catch {
      // The storage quota is exceeded: the value is still in memory and on the server.
    }
  };

  const loadFromStorage = (): void => {
    entries.clear();
    for (const key of Object.keys(storage)) {
      const name = nameOf(key);
      const choice = name === undefined ? undefined : parse(storage.getItem(key));
      if (name !== undefined && choice) entries.set(name, choice);
    }
  };

  const sendEntry = async (name: string, choice: Entry): Promise<void> => {
    try {
      await (choice.value === undefined ? server.remove(name) : server.write(name, choice.value));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (isTransient(error)) return;
      onRefused(error);
    }
    if (entries.get(name) === choice) put(name, choice.value === undefined ? undefined : { value: choice.value });
  };

  /** Sends the value that a name has once its earlier requests have ended. */
  const sendInOrder = async (name: string): Promise<void> => {
    const earlier = requests.get(name);
    const request = (async () => {
      if (earlier) await earlier.catch(() => undefined);
      const choice = entries.get(name);
      if (choice?.isUnsent) await sendEntry(name, choice);
    })();
    requests.set(name, request);
    try {
      await request;
    } finally {
      if (requests.get(name) === request) requests.delete(name);
    }
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    if (person === undefined) return;
    await Promise.all([...entries].filter(([, choice]) => choice.isUnsent).map(([name]) => sendInOrder(name)));
  };

  const scheduleFlush = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), delay);
  };

  const merge = (stored: ReadonlyMap<string, unknown>): void => {
    for (const name of new Set([...entries.keys(), ...stored.keys()])) {
      const local = entries.get(name);
      if (changedDuringFetch.has(name) || local?.isUnsent) continue;
      if (!stored.has(name)) put(name, undefined);
      else if (!local || !isSame(local.value, stored.get(name))) put(name, { value: stored.get(name) });
    }
    notifyListeners();
  };

  const fetchAll = async (): Promise<void> => {
    const requestedFor = person;
    isFetched = true;
    changedDuringFetch.clear();
    try {
      const stored = await server.read();
      if (person === requestedFor) merge(new Map(Object.entries(stored)));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
    }
    if (person === requestedFor) await flush();
  };

  loadFromStorage();

  return {
    get: (name) => entries.get(name)?.value,
    set: (name, value) => {
      changedDuringFetch.add(name);
      put(name, { value, isUnsent: true });
      notifyListeners();
      scheduleFlush();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    switchPerson: async (next) => {
      if (next === person && isFetched) return;
      if (next !== person) {
        clearTimeout(timer);
        person = next;
        isFetched = false;
        loadFromStorage();
        notifyListeners();
      }
      const own = prefix();
      for (const key of Object.keys(storage))
        if (key.startsWith(keyPrefix) && (own === undefined || !key.startsWith(own))) storage.removeItem(key);
      if (person !== undefined) return fetchAll();
    },
    flush,
    applyStorageEvent: (key, text) => {
      if (key === null) loadFromStorage();
      const name = key === null ? undefined : nameOf(key);
      const choice = parse(text);
      if (name !== undefined && choice) entries.set(name, choice);
      else if (name !== undefined) entries.delete(name);
      if (key === null || name !== undefined) notifyListeners();
    },
  };
};
