import type { PersonLookup } from '@cfs/contracts/access';
import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notify } from '../../lib/notify.ts';
import { uploadAttachment } from './attachment-calls.ts';
import { attachmentFault } from './attachment-rules.ts';
import { mentionedIn } from './mention-text.ts';
import { workUnitHistoryKey } from './work-unit-history-queries.ts';

const ofApi = (error: unknown): ApiProblem => {
  if (error instanceof ApiProblem) return error;
  throw error;
};

const faultOf = (file: File, problem: ApiProblem): string =>
  `${file.name}: ${problem.errors['FileName']?.join(' ') ?? problem.detail}`;

/**
 * A note that is being written: its text, whom it mentions and its files. The note is stored first and its files join
 * it one by one; what could not be stored stays to be tried again.
 */
export const useNewNote = (workUnitId: number) => {
  const [detail, setDetail] = useState('');
  const [picked, setPicked] = useState<readonly PersonLookup[]>([]);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [isExternalNote, setExternal] = useState(false);
  /** How many files have arrived; `undefined` while nothing is under way. */
  const [arrived, setArrived] = useState<number>();
  const refresh = useRefresh();
  const text = detail.trim();

  const storeText = async (): Promise<number | undefined> => {
    if (text === '') return undefined;
    const mentions = mentionedIn(text, picked).map(({ mail }) => mail);
    const note = { workUnitId, detail: text, isExternalNote, mentions };
    return (await api.put<WorkUnitHistoryRecord>('/v1/workunitnotes', note)).id;
  };

  const storeFiles = async (ofNote: number | undefined): Promise<void> => {
    const left: File[] = [];
    const failed: string[] = [];
    let noteId = ofNote;
    for (const [index, file] of files.entries()) {
      try {
        noteId = await uploadAttachment(workUnitId, { file, noteId, isExternalNote });
      } catch (error) {
        failed.push(faultOf(file, ofApi(error)));
        left.push(file);
      }
      setArrived(index + 1);
    }
    setFiles(left);
    setFaults(failed);
    if (failed.length === 0) notify.success('Note added successfully!');
    else notify.error('Unable to save note.');
  };

  const add = async (): Promise<void> => {
    setArrived(0);
    setFaults([]);
    try {
      const noteId = await storeText();
      setDetail('');
      setPicked([]);
      await storeFiles(noteId);
      setExternal(false);
    } catch (error) {
      const { errors } = ofApi(error);
      setFaults(errors['Mentions'] ?? []);
      notify.error('Unable to save note.');
    } finally {
      setArrived(undefined);
      await refresh(workUnitHistoryKey);
    }
  };

  const attach = (chosen: readonly File[]): void => {
    setFaults(chosen.map(attachmentFault).filter((fault) => fault !== undefined));
    setFiles([...files, ...chosen.filter((file) => attachmentFault(file) === undefined)]);
  };

  return {
    detail,
    setDetail,
    mention: (person: PersonLookup) => setPicked([...picked, person]),
    files,
    attach,
    detach: (file: File) => setFiles(files.filter((other) => other !== file)),
    faults,
    isExternalNote,
    setExternal,
    arrived,
    isEmpty: text === '' && files.length === 0,
    add,
  };
};
