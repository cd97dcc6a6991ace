import type { Edit } from './edits.ts';

/** The unsaved edits of a form at the time when the session ended or the page was reloaded. */
export interface Draft {
  readonly edits: readonly Edit[];
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Whether a reload of the page ended the form. */
  readonly isOfReload?: true;
}

const prefix = 'cfs-portal.draft.';
const maxDraftCharacters = 65_536;
const maxDrafts = 5;
const maxAgeMilliseconds = 12 * 60 * 60 * 1_000;

const keyOfPerson = (person: string | undefined): string => `${encodeURIComponent(person ?? '')}@`;

/** The storage key of a person's draft of the form at a URL. */
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

/** Whether a draft is within the size limit. */
export const isStorable = (draft: Draft): boolean => JSON.stringify(draft).length <= maxDraftCharacters;

/** Stores a draft in this tab under its key. A draft over the size limit is not stored; the oldest beyond five are evicted. */
export const saveDraft = (key: string, draft: Draft, storage: Storage = window.sessionStorage): void => {
  if (!isStorable(draft)) return;
  storage.removeItem(prefix + key);
  for (const oldest of keysByAge(storage).slice(0, -(maxDrafts - 1))) storage.removeItem(oldest);
  storage.setItem(prefix + key, JSON.stringify(draft));
};

/** The stored draft of a form; `undefined` when there is none or it has expired. */
export const readDraft = (
  key: string,
  now: number = Date.now(),
  storage: Storage = window.sessionStorage,
): Draft | undefined => {
  const draft = read(storage.getItem(prefix + key));
  return draft && now - draft.at < maxAgeMilliseconds ? draft : undefined;
};

export const removeDraft = (key: string, storage: Storage = window.sessionStorage): void =>
  storage.removeItem(prefix + key);

/** Removes the drafts of all other people from this tab. */
export const removeDraftsOfOthers = (person: string, storage: Storage = window.sessionStorage): void => {
  const own = prefix + keyOfPerson(person);
  for (const key of Object.keys(storage)) if (key.startsWith(prefix) && !key.startsWith(own)) storage.removeItem(key);
};
