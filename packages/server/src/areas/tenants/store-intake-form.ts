import { invalid } from '../../platform/problems.ts';
import type { Change } from '../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** The intake form of a request body with its errors, which are determined before the transaction. */
export interface CheckedForm {
  readonly text: string | null;
  readonly faults: readonly string[];
}

/**
 * Returns the columns of a tenant for the form; empty if the stored text does not change.
 *
 * @throws 400 for a new text with errors.
 */
export const intakeColumns = async (
  db: ScopedDatabase,
  change: Change,
  tenant: { readonly tenantId: string; readonly stored: string | null },
  { text, faults }: CheckedForm,
) => {
  if (text === tenant.stored) return {};
  if (text === null) return { intake_wizard_form_data: null, intake_form_version: null };
  if (faults.length > 0) throw invalid({ IntakeWizardFormData: faults });
  return { intake_wizard_form_data: text, intake_form_version: await storeVersion(db, change, tenant.tenantId, text) };
};

/** Stores a form as the next version of its tenant, whose row the transaction has locked or created. */
export const storeVersion = async (
  db: ScopedDatabase,
  change: Change,
  tenantId: string,
  form: string,
): Promise<number> => {
  const last = await db
    .selectFrom('intake_forms')
    .select('version')
    .where('tenant_id', '=', tenantId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const version = (last?.version ?? 0) + 1;
  await db
    .insertInto('intake_forms')
    .values({ tenant_id: tenantId, version, form, ...change.createdOnce() })
    .execute();
  return version;
};
