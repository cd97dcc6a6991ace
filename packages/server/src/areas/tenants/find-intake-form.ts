import type { ScopedDatabase } from '../../platform/database/gate.ts';

/** An intake form as it was stored, with its version. */
export interface StoredIntakeForm {
  /** JSON text. */
  readonly text: string;
  readonly version: number | null;
}

/** The tenant's current intake form; `undefined` if it has none. */
export const findIntakeForm = async (db: ScopedDatabase, tenantId: string): Promise<StoredIntakeForm | undefined> => {
  const row = await db
    .selectFrom('tenants')
    .select(['intake_wizard_form_data', 'intake_form_version'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.intake_wizard_form_data == null
    ? undefined
    : { text: row.intake_wizard_form_data, version: row.intake_form_version };
};

/** A version of the tenant's intake form, current or earlier. */
export const findIntakeFormVersion = async (
  db: ScopedDatabase,
  tenantId: string,
  version: number,
): Promise<StoredIntakeForm | undefined> => {
  const row = await db
    .selectFrom('intake_forms')
    .select('form')
    .where('tenant_id', '=', tenantId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row && { text: row.form, version };
};
