import type { PersonLookup } from '@cfs/contracts/access';
import { useRef, useState } from 'react';
import { ApiProblem } from '../../../lib/api/api-problem.ts';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { notify } from '../../../lib/notify.ts';
import { useUnsavedPart } from '../../../ui/forms/unsaved-parts.ts';
import { mentionedIn } from './mention-text.ts';
import type { NotePlace } from './note-place.ts';
import { useKeepNote, useNoteDraft } from './use-note-draft.ts';
import { useNoteFiles, type NoteFile, type SentFiles } from './use-note-files.ts';

const tellOutcome = (hasNote: boolean, { stored, failed }: SentFiles): void => {
  const isAdded = hasNote || stored > 0;
  if (failed === 0 && isAdded) notify.success('Note added successfully!');
  else if (isAdded) notify.warning('Note added, but some of its files could not be attached.');
  else if (failed > 0) notify.error('Unable to save note.');
};

/**
 * A new note: its text, mentions and files. The text is stored first, then the files are added to the note one by one;
 * what could not be stored is kept for a retry. The text is restored after the session has ended in between.
 */
export const useNewNote = (place: NotePlace) => {
  const draft = useNoteDraft(place);
  const [detail, setDetail] = useState(draft?.detail ?? '');
  const [picked, setPicked] = useState<readonly PersonLookup[]>(draft?.picked ?? []);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [isExternalNote, setExternal] = useState(draft?.isExternalNote ?? false);
  const [isRestored, setRestored] = useState(draft !== undefined);
  const [isBusy, setBusy] = useState(false);
  const { files, refusals, choose, remove, cancel, sendChosen, retry } = useNoteFiles(place);
  const refresh = useRefresh();
  const text = detail.trim();
  const storing = useRef<Promise<boolean>>(undefined);
  useKeepNote(place, { detail, picked, isExternalNote }, storing);
  useUnsavedPart(text !== '' || files.length > 0, isBusy);

  const storeText = async (): Promise<number | undefined> => {
    if (text === '') return undefined;
    const mentions = mentionedIn(text, picked).map(({ mail }) => mail);
    return place.store({ detail: text, isExternalNote, mentions });
  };

  /** Resolves to whether the note was stored. */
  const add = async (): Promise<boolean> => {
    setBusy(true);
    setFaults([]);
    const stored = storeText();
    storing.current = stored.then(
      () => true,
      () => false,
    );
    try {
      const noteId = await stored;
      setDetail('');
      setPicked([]);
      setRestored(false);
      tellOutcome(noteId !== undefined, await sendChosen(noteId, isExternalNote));
      setExternal(false);
      return true;
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setFaults(error.errors['Mentions'] ?? []);
      notify.error('Unable to save note.');
      return false;
    } finally {
      storing.current = undefined;
      setBusy(false);
      void refresh(place.shownBy);
    }
  };

  return {
    detail,
    setDetail,
    mention: (person: PersonLookup) => setPicked([...picked, person]),
    files,
    attach: (offered: readonly File[]): void => {
      setFaults([]);
      choose(offered);
    },
    remove,
    cancel,
    retry: async (file: NoteFile): Promise<void> => {
      await retry(file);
      await refresh(place.shownBy);
    },
    faults: [...faults, ...refusals],
    isExternalNote,
    setExternal,
    isRestored: isRestored && text !== '',
    discard: (): void => {
      setDetail('');
      setPicked([]);
      setExternal(false);
      setRestored(false);
    },
    isBusy,
    isEmpty: text === '' && files.every(({ state }) => state !== 'chosen'),
    add,
  };
};
