import type { PersonLookup } from '@cfs/contracts/access';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { draftKey, readDraft, removeDraft, saveDraft } from '../../../lib/forms/drafts.ts';
import { pagePerson } from '../../../lib/session/page-person.ts';
import { useHasLeft } from '../../../ui/forms/has-left.ts';
import type { NotePlace } from './note-place.ts';

/** The draft of a note: everything but its files. */
export interface NoteDraft {
  readonly detail: string;
  readonly picked: readonly PersonLookup[];
  readonly isExternalNote: boolean;
}

const keyOf = ({ attachments }: NotePlace): string => draftKey(pagePerson(), `note${attachments}`);

const readNote = (key: string): NoteDraft | undefined => {
  const kept = new Map(readDraft(key)?.edits.map(({ name, mine }) => [name, mine]));
  const [detail, picked] = [kept.get('detail'), kept.get('picked')];
  if (typeof detail !== 'string' || !Array.isArray(picked)) return undefined;
  return { detail, picked: picked as PersonLookup[], isExternalNote: kept.get('isExternalNote') === true };
};

/** The draft that {@link useKeepNote} stored, for the same user in this tab. It is removed from the storage. */
export const useNoteDraft = (place: NotePlace): NoteDraft | undefined => {
  const [key] = useState(() => keyOf(place));
  const [draft] = useState(() => readNote(key));
  useEffect(() => removeDraft(key), [key]);
  return draft;
};

/**
 * Stores the note as a draft if it unmounts although the user did not leave its panel, as at the end of a session.
 * `storing` is the request in flight that stores it on the server; no draft is stored if it succeeds.
 */
export const useKeepNote = (
  place: NotePlace,
  note: NoteDraft,
  storing: RefObject<Promise<boolean> | undefined>,
): void => {
  const hasLeft = useHasLeft();
  const keep = useEffectEvent(async (): Promise<void> => {
    if (!hasLeft || hasLeft.current || note.detail.trim() === '') return;
    const key = keyOf(place);
    if (await storing.current) return;
    const edits = Object.entries(note).map(([name, mine]) => ({ name, base: null, mine: mine as unknown }));
    saveDraft(key, { edits, at: Date.now() });
  });
  useEffect(() => () => void keep(), []);
};
