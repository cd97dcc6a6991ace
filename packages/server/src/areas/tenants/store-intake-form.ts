import { invalid } from '../../platform/problems.ts';
import type { Change } from '../../platform/audit/change.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** An intake form that a body brings, with what is wrong with it; checked before the transaction. */
export interface CheckedForm {
  readonly text: string | null;
  readonly faults: readonly string[];
}

/** The columns of a tenant with the form; throws 400 for a new text with faults, and keeps what is stored. */
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

/** Keeps a form under the next version of its tenant, whose row the transaction has locked or made. */
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
