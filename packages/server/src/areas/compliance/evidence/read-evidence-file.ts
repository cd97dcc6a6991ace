import type { Readable } from 'node:stream';
import { controlEvidenceKinds } from '@cfs/contracts/control-evidence-limits';
import { withoutMisleadingSigns } from '@cfs/contracts/misleading-characters';
import type { Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { streamParts } from '../../../platform/files/file-parts.ts';
import { notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';

/** A stored file: its name, media type, size in bytes and content. */
interface EvidenceFile {
  readonly fileName: string;
  readonly mediaType: string;
  readonly size: number;
  readonly content: Readable;
}

/**
 * Reads a file of a status; its content is streamed part by part.
 *
 * @throws 404 for a status outside of the caller's scope, and for a file that it does not have.
 */
export const readEvidenceFile = async (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  controlStatusId: string,
  evidenceId: string,
): Promise<EvidenceFile> => {
  const found = await gate.read(context, 'Compliance:view', (db) =>
    db
      .selectFrom('control_evidence')
      .select(['tenant_id', 'title', 'media_type', 'size'])
      .where('control_status_id', '=', controlStatusId)
      .where('control_evidence_id', '=', evidenceId)
      .where('kind', '=', controlEvidenceKinds.File)
      .where(inScope(context, 'Compliance:view', 'control_evidence.tenant_id'))
      .executeTakeFirst(),
  );
  if (!found || found.title === null || found.media_type === null || found.size === null)
    throw notFound('ControlEvidence');
  const readPart = (part: number): Promise<Buffer | undefined> =>
    gate.read(context, 'Compliance:view', async (db) => {
      const row = await db
        .selectFrom('control_evidence_parts')
        .select('content')
        .where('tenant_id', '=', found.tenant_id)
        .where('control_evidence_id', '=', evidenceId)
        .where('part', '=', part)
        .executeTakeFirst();
      return row?.content;
    });
  return {
    fileName: withoutMisleadingSigns(found.title),
    mediaType: found.media_type,
    size: found.size,
    content: streamParts(found.size, readPart),
  };
};
