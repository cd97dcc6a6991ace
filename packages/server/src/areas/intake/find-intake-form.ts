import { readIntakeForm, type IntakeForm } from '@cfs/contracts/intake';
import { patternFaults } from '@cfs/contracts/intake-answers';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/**
 * The tenant's intake form; `undefined` when it has none, or one that was stored before forms were held to their
 * present limits and goes beyond them.
 */
export const findIntakeForm = async (db: ScopedDatabase, tenantId: string): Promise<IntakeForm | undefined> => {
  const row = await db
    .selectFrom('tenants')
    .select('intake_wizard_form_data')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  const read = readIntakeForm(row?.intake_wizard_form_data ?? '');
  return 'form' in read && patternFaults(read.form).length === 0 ? read.form : undefined;
};
