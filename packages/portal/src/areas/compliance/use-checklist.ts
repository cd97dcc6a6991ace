import { checkDateOf, type ControlStatusName } from '@cfs/contracts/control-statuses';
import type { Checklist, ControlStatus } from '@cfs/contracts/compliance';
import type { StatusEvidence } from '@cfs/contracts/control-evidence';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { notify } from '../../lib/notify.ts';
import { useAsk } from '../../ui/feedback/confirm.tsx';
import { complianceMessages } from './compliance-messages.ts';
import { checklistKey, controlStatusSet, type ChecklistKey } from './compliance-queries.ts';
import type { ControlRow, StatusRecord } from './control-set.ts';

/** A note that was typed, but is not saved. */
export interface NoteDraft {
  readonly text: string;
  /** The stored note when typing began. */
  readonly seen: string;
  /** The reason why the last attempt to save it failed; `undefined` if there was no failed attempt. */
  readonly failure?: string;
}

const reasonOf = (error: unknown): string =>
  error instanceof ApiProblem ? error.detail : 'Something went wrong in the portal.';

const changeOf = (field: 'status' | 'notes', seen: string, wanted: string) => [
  { op: 'test', path: `/${field}`, value: seen },
  { op: 'replace', path: `/${field}`, value: wanted },
];

/** The text of the confirmation of a deletion, with the data that is lost. */
const deletionText = (record: StatusRecord | null): string => {
  const { notes = '', evidenceCount = 0 } = record ?? {};
  const lost = [
    complianceMessages.deletion,
    ...(evidenceCount > 0 ? [`Its evidence (${evidenceCount}) is deleted too.`] : []),
    ...(notes === '' ? [] : [`Its note is deleted too: ${notes}`]),
  ];
  return lost.join(' ');
};

const without = <Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> => {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
};

/**
 * The write operations of a checklist. Those of one control run one after the other, each based on the record at that
 * time. A note that could not be saved stays a draft, also when the week changes.
 */
export const useChecklist = ({ tenantId, controlSetId, week }: ChecklistKey) => {
  const client = useQueryClient();
  const ask = useAsk();
  const key = useMemo(() => checklistKey({ tenantId, controlSetId, week }), [tenantId, controlSetId, week]);
  const [drafts, setDrafts] = useState<ReadonlyMap<string, NoteDraft>>(new Map());
  const [pending, setPending] = useState<ReadonlyMap<string, ControlStatusName>>(new Map());
  const queues = useRef(new Map<string, Promise<unknown>>());
  const latestDrafts = useRef(drafts);

  const draftKey = useCallback((controlId: string): string => `${week}/${controlId}`, [week]);
  const patchDrafts = useCallback(
    (change: (before: ReadonlyMap<string, NoteDraft>) => ReadonlyMap<string, NoteDraft>) => {
      latestDrafts.current = change(latestDrafts.current);
      setDrafts(latestDrafts.current);
    },
    [],
  );

  const recordOf = useCallback(
    (controlId: string): StatusRecord | undefined =>
      client.getQueryData<Checklist>(key)?.controls.find(({ id }) => id === controlId)?.record ?? undefined,
    [client, key],
  );
  const store = useCallback(
    async (controlId: string, record: StatusRecord | undefined): Promise<void> => {
      // A poll that is in flight would restore the state before the write.
      await client.cancelQueries({ queryKey: key });
      client.setQueryData<Checklist>(
        key,
        (before) =>
          before && {
            ...before,
            controls: before.controls.map((control) =>
              control.id === controlId ? { ...control, record: record ?? null } : control,
            ),
          },
      );
    },
    [client, key],
  );
  const reload = useCallback(() => client.invalidateQueries({ queryKey: key }), [client, key]);

  const inTurn = useCallback((controlId: string, work: () => Promise<void>): Promise<void> => {
    const before = queues.current.get(controlId) ?? Promise.resolve();
    const next = before.then(work);
    queues.current.set(controlId, next);
    return next;
  }, []);

  const create = useCallback(
    (controlId: string, status: ControlStatusName, notes: string): Promise<ControlStatus> =>
      api.post(controlStatusSet, { checkDate: checkDateOf(week), status, notes, tenantId, controlId }),
    [tenantId, week],
  );

  const setStatus = useCallback(
    (control: ControlRow, status: ControlStatusName): Promise<void> => {
      const about = draftKey(control.id);
      setPending((before) => new Map(before).set(about, status));
      return inTurn(control.id, async () => {
        const record = recordOf(control.id);
        const { created, creationFailed, updated, updateFailed } = complianceMessages.status;
        try {
          const saved = record
            ? await api.patch<ControlStatus>(
                `${controlStatusSet}/${record.id}`,
                changeOf('status', record.status, status),
              )
            : await create(control.id, status, '');
          await store(control.id, saved);
          notify.success(record ? updated : created);
        } catch {
          notify.error(record ? updateFailed : creationFailed);
          await reload();
        } finally {
          setPending((before) => (before.get(about) === status ? without(before, about) : before));
        }
      });
    },
    [create, draftKey, inTurn, recordOf, reload, store],
  );

  const typeNote = useCallback(
    (control: ControlRow, text: string): void => {
      const about = draftKey(control.id);
      patchDrafts((before) => {
        const known = before.get(about);
        const seen = known?.seen ?? control.record?.notes ?? '';
        return text === seen && !known?.failure
          ? without(before, about)
          : new Map(before).set(about, { ...known, text, seen });
      });
    },
    [draftKey, patchDrafts],
  );

  const discardNote = useCallback(
    (controlId: string): void => patchDrafts((before) => without(before, draftKey(controlId))),
    [draftKey, patchDrafts],
  );

  const saveNote = useCallback(
    (control: ControlRow): Promise<void> => {
      const about = draftKey(control.id);
      return inTurn(control.id, async () => {
        const draft = latestDrafts.current.get(about);
        if (!draft) return;
        const record = recordOf(control.id);
        if (record ? draft.text === record.notes : draft.text.trim() === '')
          return patchDrafts((before) => without(before, about));
        const { created, creationFailed, updated, updateFailed } = complianceMessages.note;
        try {
          const saved = record
            ? await api.patch<ControlStatus>(
                `${controlStatusSet}/${record.id}`,
                changeOf('notes', draft.seen, draft.text),
              )
            : await create(control.id, 'Notset', draft.text);
          await store(control.id, saved);
          patchDrafts((before) => {
            const now = before.get(about);
            if (now === undefined || now.text === draft.text) return without(before, about);
            return new Map(before).set(about, { text: now.text, seen: saved.notes });
          });
          notify.success(record ? updated : created);
        } catch (error) {
          notify.error(record ? updateFailed : creationFailed);
          patchDrafts((before) => {
            const now = before.get(about);
            return now ? new Map(before).set(about, { ...now, failure: reasonOf(error) }) : before;
          });
          await reload();
        }
      });
    },
    [create, draftKey, inTurn, patchDrafts, recordOf, reload, store],
  );

  /** Overwrites the note that another person has saved in the meantime, which the person has read. */
  const overwriteNote = useCallback(
    (control: ControlRow): Promise<void> => {
      const about = draftKey(control.id);
      patchDrafts((before) => {
        const draft = before.get(about);
        return draft ? new Map(before).set(about, { text: draft.text, seen: control.record?.notes ?? '' }) : before;
      });
      return saveNote(control);
    },
    [draftKey, patchDrafts, saveNote],
  );

  const remove = useCallback(
    async (control: ControlRow): Promise<void> => {
      const confirmed = await ask({
        title: `Delete the status of ${control.name}`,
        text: deletionText(control.record),
        yes: 'Delete',
        no: 'Cancel',
        isDestructive: true,
      });
      if (confirmed === undefined) return;
      await inTurn(control.id, async () => {
        const record = recordOf(control.id);
        if (!record) return;
        try {
          const seen = control.record?.modified ?? record.modified;
          await api.delete(`${controlStatusSet}/${record.id}?modified=${encodeURIComponent(seen)}`);
          await store(control.id, undefined);
          discardNote(control.id);
          notify.success(complianceMessages.deleted);
        } catch {
          notify.error(complianceMessages.deletionFailed);
          await reload();
        }
      });
    },
    [ask, discardNote, inTurn, recordOf, reload, store],
  );

  /**
   * Changes the evidence of a control after its other writes. `change` gets the id of the status; if there is none, a
   * record with the status Not set is created first. Rejects with the error of `change`.
   */
  const changeEvidence = useCallback(
    (controlId: string, change: (statusId: string) => Promise<StatusEvidence>): Promise<StatusEvidence> =>
      new Promise((resolve, reject) => {
        void inTurn(controlId, async () => {
          try {
            let record = recordOf(controlId);
            if (!record) {
              record = await create(controlId, 'Notset', '');
              await store(controlId, record);
            }
            const changed = await change(record.id);
            await store(controlId, changed.status);
            resolve(changed);
          } catch (error) {
            reject(error instanceof Error ? error : new Error('The evidence could not be changed.'));
            await reload();
          }
        });
      }),
    [create, inTurn, recordOf, reload, store],
  );

  const writes = useMemo(
    () => ({ setStatus, typeNote, saveNote, discardNote, remove }),
    [setStatus, typeNote, saveNote, discardNote, remove],
  );
  /** Waits for all writes in flight; resolves with whether no draft is left. */
  const settle = useCallback(async (): Promise<boolean> => {
    await Promise.all(queues.current.values());
    return latestDrafts.current.size === 0;
  }, []);

  return useMemo(
    () => ({
      draftOf: (controlId: string) => drafts.get(draftKey(controlId)),
      pendingOf: (controlId: string) => pending.get(draftKey(controlId)),
      hasDrafts: drafts.size > 0,
      /** These functions have stable identities as long as the checklist is the same. */
      writes,
      overwriteNote,
      discardNote,
      changeEvidence,
      reload,
      settle,
    }),
    [drafts, pending, draftKey, writes, overwriteNote, discardNote, changeEvidence, reload, settle],
  );
};

export type ChecklistControl = ReturnType<typeof useChecklist>;
