import type { StatusEvidence } from '@cfs/contracts/control-evidence';
import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { lockControlStatus } from '../lock-control-status.ts';
import { storeEvidenceCount } from './add-evidence.ts';
import { describeEvidence } from './describe-evidence.ts';
import { listEvidence } from './list-evidence.ts';
import { recordEvidence } from './record-evidence.ts';

/**
 * Removes evidence from a status, including the bytes of a file.
 *
 * @throws 404 for a status outside of the caller's scope, and for evidence that it does not have.
 */
export const removeEvidence = async (
  services: Pick<Services, 'gate'>,
  context: Context,
  controlStatusId: string,
  evidenceId: string,
): Promise<StatusEvidence> => {
  const { status, rows } = await services.gate.write(context, 'Compliance:edit', async (db, change) => {
    const locked = await lockControlStatus(db, context, controlStatusId);
    const gone = await db
      .deleteFrom('control_evidence')
      .where('tenant_id', '=', locked.tenant_id)
      .where('control_status_id', '=', controlStatusId)
      .where('control_evidence_id', '=', evidenceId)
      .returningAll()
      .executeTakeFirst();
    if (!gone) throw notFound('ControlEvidence');
    await recordEvidence(change, gone, 'before');
    const stored = await storeEvidenceCount(db, change, locked, locked.evidence_count - 1);
    await change.record({
      entity: 'ControlStatus',
      id: controlStatusId,
      tenantId: locked.tenant_id,
      before: { evidenceCount: locked.evidence_count },
      after: { evidenceCount: stored.evidence_count },
    });
    return { status: stored, rows: await listEvidence(db, stored) };
  });
  return describeEvidence(services, context, status, rows);
};
