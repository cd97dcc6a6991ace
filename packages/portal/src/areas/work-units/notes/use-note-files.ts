import { useEffect, useState } from 'react';
import { ApiProblem } from '../../../lib/api/api-problem.ts';
import { uploadAttachment } from './attachment-calls.ts';
import { attachmentFault } from './attachment-rules.ts';
import type { NotePlace } from './note-place.ts';

/** A file that was chosen for a note and is not stored yet. */
export interface NoteFile {
  readonly key: string;
  readonly file: File;
  readonly state: 'chosen' | 'waiting' | 'sending' | 'failed';
  /** The number of bytes sent so far. */
  readonly sent: number;
  /** Why the file could not be stored. */
  readonly fault?: string;
  /** The note that the file is added to, once it exists. */
  readonly noteId?: number;
  readonly isExternalNote: boolean;
}

/** The result of sending the files of a note. */
export interface SentFiles {
  readonly stored: number;
  readonly failed: number;
}

const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

const faultOf = (error: unknown): string => {
  if (isAborted(error)) return 'Cancelled.';
  if (!(error instanceof ApiProblem)) throw error;
  return error.errors['FileName']?.join(' ') ?? error.detail;
};

/**
 * The files of a note: chosen, then sent one by one. Each one that failed or was cancelled can be sent again
 * separately.
 */
export const useNoteFiles = ({ attachments }: Pick<NotePlace, 'attachments'>) => {
  const [files, setFiles] = useState<readonly NoteFile[]>([]);
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const [uploads] = useState(() => new Map<string, AbortController>());

  useEffect(
    () => () => {
      for (const upload of uploads.values()) upload.abort();
    },
    [uploads],
  );

  const change = (key: string, changes: Partial<NoteFile>): void =>
    setFiles((before) => before.map((each) => (each.key === key ? { ...each, ...changes } : each)));
  const drop = (key: string): void => setFiles((before) => before.filter((each) => each.key !== key));

  /** Resolves with the id of the note that now has the file; rejects with the error that prevented this. */
  const upload = async ({ key, file, noteId, isExternalNote }: NoteFile): Promise<number> => {
    const controller = uploads.get(key) ?? new AbortController();
    uploads.set(key, controller);
    change(key, { state: 'sending', sent: 0 });
    try {
      const note = await uploadAttachment(attachments, {
        file,
        noteId,
        isExternalNote,
        signal: controller.signal,
        onUploadProgress: (sent) => change(key, { sent: Math.min(sent, file.size) }),
      });
      drop(key);
      return note;
    } finally {
      uploads.delete(key);
    }
  };

  /**
   * Adds the chosen files to a note; without one, a note is created for the first stored file and the others are added
   * to it.
   */
  const sendChosen = async (ofNote: number | undefined, isExternalNote: boolean): Promise<SentFiles> => {
    const chosen = files.filter(({ state }) => state === 'chosen');
    for (const { key } of chosen) {
      uploads.set(key, new AbortController());
      change(key, { state: 'waiting', isExternalNote });
    }
    let noteId = ofNote;
    let [stored, failed] = [0, 0];
    for (const each of chosen) {
      try {
        noteId = await upload({ ...each, isExternalNote, ...(noteId === undefined ? {} : { noteId }) });
        stored += 1;
      } catch (error) {
        if (!isAborted(error)) failed += 1;
        change(each.key, { state: 'failed', fault: faultOf(error) });
      }
    }
    if (noteId !== undefined) for (const { key } of chosen) change(key, { noteId });
    return { stored, failed };
  };

  const retry = async (failed: NoteFile): Promise<void> => {
    try {
      const noteId = await upload(failed);
      setFiles((before) =>
        before.map((each) =>
          each.state === 'failed' && each.noteId === undefined && each.isExternalNote === failed.isExternalNote
            ? { ...each, noteId }
            : each,
        ),
      );
    } catch (error) {
      change(failed.key, { state: 'failed', fault: faultOf(error) });
    }
  };

  return {
    files,
    /** The reasons why offered files were not accepted. */
    refusals,
    choose: (offered: readonly File[]): void => {
      setRefusals(offered.map(attachmentFault).filter((fault) => fault !== undefined));
      const taken = offered.filter((file) => attachmentFault(file) === undefined);
      setFiles([
        ...files,
        ...taken.map((file): NoteFile => ({
          key: crypto.randomUUID(),
          file,
          state: 'chosen',
          sent: 0,
          isExternalNote: false,
        })),
      ]);
    },
    /** Removes a file, and aborts its upload if that is in flight. */
    remove: ({ key }: NoteFile): void => {
      uploads.get(key)?.abort();
      drop(key);
    },
    cancel: ({ key }: NoteFile): void => uploads.get(key)?.abort(),
    sendChosen,
    retry,
  };
};
