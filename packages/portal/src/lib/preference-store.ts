import { preferenceNamePattern } from '@cfs/contracts/preference-names';
import { ApiProblem } from './api/api-problem.ts';

/** Where preferences are kept for good. */
export interface PreferenceServer {
  readonly read: () => Promise<Readonly<Record<string, unknown>>>;
  readonly write: (name: string, value: unknown) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
}

export interface PreferenceStoreOptions {
  /** Keeps what the person chose for the next page, and tells other tabs. */
  readonly storage: Storage;
  readonly server: PreferenceServer;
  /** Whose preferences these are before anything else is known. */
  readonly person: string | undefined;
  /** Told when the server refuses a value; the value stays in this browser. */
  readonly onRefused: (problem: ApiProblem) => void;
  /** Milliseconds from a change to its call. */
  readonly delay?: number;
}

/** What one person chose, at hand without a call. While nobody is signed in, choices last as long as the page. */
export interface PreferenceStore {
  /** The chosen value, the same object until it changes; `undefined` when there is none. */
  readonly get: (name: string) => unknown;
  /** Keeps a value at once in this browser and soon on the server; `undefined` forgets it. The last writer wins. */
  readonly set: (name: string, value: unknown) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Turns to a person, fetches what they chose elsewhere, and forgets the choices of all others: of all for `undefined`. */
  readonly follow: (person: string | undefined) => Promise<void>;
  /** Sends what was not sent yet. */
  readonly flush: () => Promise<void>;
  /** Takes over what another tab kept. */
  readonly adopt: (key: string | null, text: string | null) => void;
}

interface Choice {
  readonly value?: unknown;
  readonly isUnsent?: boolean;
}

const keyPrefix = 'cfs-portal.preference/';

const parse = (text: string | null): Choice | undefined => {
  try {
    const choice: unknown = text === null ? undefined : JSON.parse(text);
    return typeof choice === 'object' && choice !== null ? choice : undefined;
  } catch {
    return undefined;
  }
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether another try may do better: no answer, a server that is unwell, a sign-in that ran out, too many calls. */
const mayPass = ({ status }: ApiProblem): boolean => status === 0 || status === 401 || status === 429 || status >= 500;

export const createPreferenceStore = (options: PreferenceStoreOptions): PreferenceStore => {
  const { storage, server, onRefused, delay = 400 } = options;
  const listeners = new Set<() => void>();
  const choices = new Map<string, Choice>();
  /** Names that changed while the server's answer was under way. */
  const changed = new Set<string>();
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

  const tell = (): void => listeners.forEach((listener) => listener());

  const keep = (name: string, choice: Choice | undefined): void => {
    if (choice) choices.set(name, choice);
    else choices.delete(name);
    const own = prefix();
    if (own === undefined) return;
    try {
      if (choice) storage.setItem(own + name, JSON.stringify(choice));
      else storage.removeItem(own + name);
    } catch {
      // The browser's store is full: the choice still holds on this page, and on the server.
    }
  };

  const recall = (): void => {
    choices.clear();
    for (const key of Object.keys(storage)) {
      const name = nameOf(key);
      const choice = name === undefined ? undefined : parse(storage.getItem(key));
      if (name !== undefined && choice) choices.set(name, choice);
    }
  };

  const send = async (name: string, choice: Choice): Promise<void> => {
    try {
      await (choice.value === undefined ? server.remove(name) : server.write(name, choice.value));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (mayPass(error)) return;
      onRefused(error);
    }
    if (choices.get(name) === choice) keep(name, choice.value === undefined ? undefined : { value: choice.value });
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    if (person === undefined) return;
    await Promise.all([...choices].filter(([, choice]) => choice.isUnsent).map(([name, choice]) => send(name, choice)));
  };

  const sendSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), delay);
  };

  const merge = (stored: ReadonlyMap<string, unknown>): void => {
    for (const name of new Set([...choices.keys(), ...stored.keys()])) {
      const here = choices.get(name);
      if (changed.has(name) || here?.isUnsent) continue;
      if (!stored.has(name)) keep(name, undefined);
      else if (!here || !isSame(here.value, stored.get(name))) keep(name, { value: stored.get(name) });
    }
    tell();
  };

  const fetchAll = async (): Promise<void> => {
    const asked = person;
    isFetched = true;
    changed.clear();
    try {
      const stored = await server.read();
      if (person === asked) merge(new Map(Object.entries(stored)));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
    }
    if (person === asked) await flush();
  };

  recall();

  return {
    get: (name) => choices.get(name)?.value,
    set: (name, value) => {
      changed.add(name);
      keep(name, { value, isUnsent: true });
      tell();
      sendSoon();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    follow: async (next) => {
      if (next === person && isFetched) return;
      if (next !== person) {
        clearTimeout(timer);
        person = next;
        isFetched = false;
        recall();
        tell();
      }
      const own = prefix();
      for (const key of Object.keys(storage))
        if (key.startsWith(keyPrefix) && (own === undefined || !key.startsWith(own))) storage.removeItem(key);
      if (person !== undefined) return fetchAll();
    },
    flush,
    adopt: (key, text) => {
      if (key === null) recall();
      const name = key === null ? undefined : nameOf(key);
      const choice = parse(text);
      if (name !== undefined && choice) choices.set(name, choice);
      else if (name !== undefined) choices.delete(name);
      if (key === null || name !== undefined) tell();
    },
  };
};
