import type { ControlEvidence, ControlEvidenceCreate, StatusEvidence } from '@cfs/contracts/control-evidence';
import { addWeeks, checkDateOf } from '@cfs/contracts/control-statuses';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, call } from '../../../lib/api/api-client.ts';
import { saveFile } from '../../../lib/api/export-file.ts';
import { allOf, equals } from '../../../lib/api/odata-filter.ts';
import { fetchRows } from '../../../lib/api/odata-query.ts';
import { readBlob, readJson } from '../../../lib/api/read-body.ts';
import { controlStatusSet, type ChecklistKey } from '../compliance-queries.ts';
import type { StatusRecord } from '../control-set.ts';

const evidenceOf = (statusId: string): string => `${controlStatusSet}/${statusId}/evidence`;

/** `evidenceCount` is part of the key, so that evidence of other people is loaded once the checklist counts it. */
export const evidenceKey = (tenantId: string, { id, evidenceCount }: Pick<StatusRecord, 'id' | 'evidenceCount'>) =>
  [controlStatusSet, tenantId, 'evidence', id, evidenceCount] as const;

/** The evidence of a status; sends no request if the checklist counts none. */
export const useEvidence = (tenantId: string, record: StatusRecord | null) =>
  useQuery({
    queryKey: evidenceKey(tenantId, record ?? { id: '', evidenceCount: 0 }),
    queryFn: async ({ signal }) => {
      if (!record || record.evidenceCount === 0) return [];
      return (await api.get<StatusEvidence>(evidenceOf(record.id), { signal })).value;
    },
    placeholderData: keepPreviousData,
  });

/** The evidence that the control had in the week before. */
export const useEvidenceBefore = ({ tenantId, week }: ChecklistKey, controlId: string, isWanted: boolean) =>
  useQuery({
    queryKey: [controlStatusSet, tenantId, 'evidence-before', week, controlId],
    enabled: isWanted,
    queryFn: async ({ signal }): Promise<readonly ControlEvidence[]> => {
      const [before] = await fetchRows<Pick<StatusRecord, 'id' | 'evidenceCount'>>(
        controlStatusSet,
        {
          filter: allOf(
            equals('controlId', controlId),
            equals('tenantId', tenantId),
            `checkDate eq ${checkDateOf(addWeeks(week, -1))}`,
          ),
          select: 'id,evidenceCount',
        },
        signal,
      );
      if (!before || before.evidenceCount === 0) return [];
      return (await api.get<StatusEvidence>(evidenceOf(before.id), { signal })).value;
    },
  });

/**
 * The body that attaches the same evidence again; `undefined` for a file, and for a unit or rule that is not visible.
 */
export const referenceOf = ({
  kind,
  url,
  title,
  workUnitId,
  ruleId,
}: ControlEvidence): ControlEvidenceCreate | undefined => {
  if (kind === 'Link' && url !== null) return { kind, url, title };
  if (kind === 'WorkUnit' && workUnitId !== null) return { kind, workUnitId };
  return kind === 'Rule' && ruleId !== null ? { kind, ruleId } : undefined;
};

export const attachReference = (statusId: string, body: ControlEvidenceCreate): Promise<StatusEvidence> =>
  api.post(evidenceOf(statusId), body);

export const attachFile = async (statusId: string, file: File): Promise<StatusEvidence> => {
  const answer = await call('PUT', `${evidenceOf(statusId)}?fileName=${encodeURIComponent(file.name)}`, {
    body: file,
    contentType: 'application/octet-stream',
  });
  return readJson<StatusEvidence>(answer);
};

export const removeEvidence = async (statusId: string, evidenceId: string): Promise<StatusEvidence> => {
  const answer = await call('DELETE', `${evidenceOf(statusId)}/${evidenceId}`);
  return readJson<StatusEvidence>(answer);
};

/** Downloads a file; the browser never displays it. */
export const downloadEvidence = async (statusId: string, { id, title }: ControlEvidence): Promise<void> => {
  const answer = await call('GET', `${evidenceOf(statusId)}/${id}`);
  saveFile(await readBlob(answer), title ?? 'evidence');
};
