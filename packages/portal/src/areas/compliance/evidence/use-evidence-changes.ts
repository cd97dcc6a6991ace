import type { ControlEvidence, ControlEvidenceCreate, StatusEvidence } from '@cfs/contracts/control-evidence';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../../lib/api/api-problem.ts';
import type { ControlRow } from '../control-set.ts';
import type { ChecklistControl } from '../use-checklist.ts';
import { attachFile, attachReference, evidenceKey, removeEvidence } from './evidence-queries.ts';

const reasonOf = (error: unknown): string => {
  if (!(error instanceof ApiProblem)) return 'Something went wrong in the portal.';
  const faults = Object.values(error.errors).flat();
  return faults.length > 0 ? faults.join(' ') : error.detail;
};

/** Attaches and removes evidence of a control; `failure` is the reason why the last attempt failed. */
export const useEvidenceChanges = (tenantId: string, control: ControlRow, checklist: ChecklistControl) => {
  const client = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const change = async (work: (statusId: string) => Promise<StatusEvidence>, failed: string): Promise<boolean> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { status, value } = await checklist.changeEvidence(control.id, work);
      client.setQueryData(evidenceKey(tenantId, status), value);
      return true;
    } catch (error) {
      setFailure(`${failed} ${reasonOf(error)}`);
      return false;
    } finally {
      setBusy(false);
    }
  };

  return {
    failure,
    isBusy,
    attach: (body: ControlEvidenceCreate) => change((statusId) => attachReference(statusId, body), 'Not attached.'),
    /** Sends the files one after the other; those after a failed one are not sent. */
    attachFiles: async (files: readonly File[]): Promise<void> => {
      for (const file of files)
        if (!(await change((statusId) => attachFile(statusId, file), `${file.name} was not attached.`))) return;
    },
    remove: ({ id }: ControlEvidence) => change((statusId) => removeEvidence(statusId, id), 'Not removed.'),
  } as const;
};

export type EvidenceChanges = ReturnType<typeof useEvidenceChanges>;
