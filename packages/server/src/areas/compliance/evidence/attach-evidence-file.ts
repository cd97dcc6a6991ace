import { createHash } from 'node:crypto';
import type { StatusEvidence } from '@cfs/contracts/control-evidence';
import { controlEvidenceKinds } from '@cfs/contracts/control-evidence-limits';
import { attachmentTypes } from '@cfs/contracts/work-unit-attachments';
import type { Context } from '../../../platform/context.ts';
import { partsOf } from '../../../platform/files/file-parts.ts';
import { invalid } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { detectMediaType } from '../../work-units/attachments/detect-media-type.ts';
import { addEvidence } from './add-evidence.ts';
import { describeEvidence } from './describe-evidence.ts';

const extensions = Object.values(attachmentTypes).flat().join(', ');
const refusal = `The file is empty or of a type that is not accepted. Its content must match its name: ${extensions}.`;

/**
 * Attaches a file to a status in one transaction; the types are those of the attachments of work units.
 *
 * @throws 404 for a status outside of the caller's scope, 400 for an empty file or another type, 409 if the status is
 * full.
 */
export const attachEvidenceFile = async (
  services: Pick<Services, 'gate'>,
  context: Context,
  controlStatusId: string,
  fileName: string,
  content: Buffer,
): Promise<StatusEvidence> => {
  const mediaType = content.length === 0 ? undefined : detectMediaType(fileName, content);
  const { status, rows } = await services.gate.write(context, 'Compliance:edit', (db, change) =>
    addEvidence(
      db,
      change,
      context,
      controlStatusId,
      () => {
        if (mediaType === undefined) throw invalid({ FileName: [refusal] });
        return {
          kind: controlEvidenceKinds.File,
          title: fileName,
          media_type: mediaType,
          size: content.length,
          sha256: createHash('sha256').update(content).digest(),
        };
      },
      async ({ tenant_id, control_evidence_id }) => {
        for (const part of partsOf(content))
          await db
            .insertInto('control_evidence_parts')
            .values({ tenant_id, control_evidence_id, ...part })
            .execute();
      },
    ),
  );
  return describeEvidence(services, context, status, rows);
};
