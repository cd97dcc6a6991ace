import type { StatusEvidence } from '@cfs/contracts/control-evidence';
import type { Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { describeEvidence } from './describe-evidence.ts';
import { listEvidence } from './list-evidence.ts';

/**
 * A status with its evidence.
 *
 * @throws 404 for a status outside of the caller's scope.
 */
export const readStatusEvidence = async (
  services: Pick<Services, 'gate'>,
  context: Context,
  controlStatusId: string,
): Promise<StatusEvidence> => {
  const { status, rows } = await services.gate.read(context, 'Compliance:view', async (db) => {
    const found = await db
      .selectFrom('control_statuses')
      .selectAll()
      .where('control_status_id', '=', controlStatusId)
      .where(inScope(context, 'Compliance:view', 'control_statuses.tenant_id'))
      .executeTakeFirst();
    if (!found) throw notFound('ControlStatus');
    return { status: found, rows: await listEvidence(db, found) };
  });
  return describeEvidence(services, context, status, rows);
};
