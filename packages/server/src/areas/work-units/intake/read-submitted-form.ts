import type { Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { findIntakeFormVersion } from '../../tenants/find-intake-form.ts';

/**
 * Reads the version of the intake form that a unit was submitted with, as JSON text, even if the tenant has a newer
 * one. Throws 404 for a unit out of reach and for one that was created without a form.
 */
export const readSubmittedForm = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  workUnitId: number,
): Promise<string> =>
  gate.read(context, 'WorkUnits:view', async (db) => {
    const unit = await db
      .selectFrom('work_units')
      .select(['tenant_id', 'intake_form_version'])
      .where('work_unit_id', '=', workUnitId)
      .where(inScope(context, 'WorkUnits:view', 'work_units.tenant_id'))
      .executeTakeFirst();
    if (!unit) throw notFound('WorkUnit');
    const { tenant_id: tenantId, intake_form_version: version } = unit;
    const form = version === null ? undefined : await findIntakeFormVersion(db, tenantId, version);
    if (!form) throw notFound('Intake schema');
    return form.text;
  });
