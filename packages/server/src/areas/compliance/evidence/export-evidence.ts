import type { ControlEvidence } from '@cfs/contracts/control-evidence';
import type { Context } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import type { ControlEvidenceRow } from './control-evidence-table.ts';
import { describePieces } from './describe-evidence.ts';

/** A piece of evidence in an export. */
export interface ExportedEvidence extends ControlEvidence {
  /** In hexadecimal digits; `null` for anything but a file. */
  readonly sha256: string | null;
}

/** The evidence of exported statuses, by the id of the status; names are hidden by the rules of `describePieces`. */
export const exportEvidence = async (
  services: Pick<Services, 'gate'>,
  context: Context,
  tenantId: string,
  rows: readonly ControlEvidenceRow[],
): Promise<ReadonlyMap<string, readonly ExportedEvidence[]>> => {
  const described = await describePieces(services, context, tenantId, rows);
  const byStatus = new Map<string, ExportedEvidence[]>();
  for (const [index, { control_status_id, sha256 }] of rows.entries()) {
    const piece = described[index];
    if (!piece) continue;
    const pieces = byStatus.get(control_status_id) ?? [];
    pieces.push({ ...piece, sha256: sha256?.toString('hex') ?? null });
    byStatus.set(control_status_id, pieces);
  }
  return byStatus;
};

const kindWords = { File: 'File', Link: 'Link', WorkUnit: 'Work unit', Rule: 'Rule' } as const;

/** A piece in words: `File review.txt`, `Link Policy (https://…)`, `Work unit 12 Access review`, `Rule Root logs in`. */
export const evidenceText = ({ kind, title, url, publicWorkUnitId }: ControlEvidence): string => {
  const word = kindWords[kind];
  if (kind === 'Link') return title === null ? `${word} ${url ?? ''}` : `${word} ${title} (${url ?? ''})`;
  if (title === null) return `${word} (no access)`;
  return publicWorkUnitId === null ? `${word} ${title}` : `${word} ${publicWorkUnitId} ${title}`;
};
