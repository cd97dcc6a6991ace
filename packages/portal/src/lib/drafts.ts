import type { Edit } from './edits.ts';

/** What a person had typed into a form when their sign-in ended. */
export interface Draft {
  readonly edits: readonly Edit[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const prefix = 'cfs-portal.draft.';
/** Characters of one draft, drafts of one tab, and how long one is kept. */
const [mostCharacters, mostDrafts, longestAge] = [65_536, 5, 12 * 60 * 60 * 1_000];

const keyOfPerson = (person: string | undefined): string => `${encodeURIComponent(person ?? '')}@`;

/** The key of a person's draft of the form at an address. */
export const draftKey = (person: string | undefined, address: string): string => keyOfPerson(person) + address;

const read = (text: string | null): Draft | undefined => {
  try {
    const draft = JSON.parse(text ?? 'null') as Draft | null;
    return draft && Array.isArray(draft.edits) && typeof draft.at === 'number' ? draft : undefined;
  } catch {
    return undefined;
  }
};

const keysByAge = (storage: Storage): readonly string[] =>
  Object.keys(storage)
    .filter((key) => key.startsWith(prefix))
    .sort((one, other) => (read(storage.getItem(one))?.at ?? 0) - (read(storage.getItem(other))?.at ?? 0));

/** Keeps a draft in this tab under its form's key; one that is too long is let go, and so are the oldest beyond five. */
export const keepDraft = (key: string, draft: Draft, storage: Storage = window.sessionStorage): void => {
  const text = JSON.stringify(draft);
  if (text.length > mostCharacters) return;
  storage.removeItem(prefix + key);
  for (const oldest of keysByAge(storage).slice(0, -(mostDrafts - 1))) storage.removeItem(oldest);
  storage.setItem(prefix + key, text);
};

/** The draft of a form that this tab keeps; `undefined` when there is none, or none from the last twelve hours. */
export const readDraft = (
  key: string,
  now: number = Date.now(),
  storage: Storage = window.sessionStorage,
): Draft | undefined => {
  const draft = read(storage.getItem(prefix + key));
  return draft && now - draft.at < longestAge ? draft : undefined;
};

export const dropDraft = (key: string, storage: Storage = window.sessionStorage): void =>
  storage.removeItem(prefix + key);

/** Lets go of the drafts that anybody but the person has left in this tab. */
export const dropDraftsOfOthers = (person: string, storage: Storage = window.sessionStorage): void => {
  const own = prefix + keyOfPerson(person);
  for (const key of Object.keys(storage)) if (key.startsWith(prefix) && !key.startsWith(own)) storage.removeItem(key);
};
