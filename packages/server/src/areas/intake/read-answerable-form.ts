import { readIntakeForm, type IntakeForm } from '@cfs/contracts/intake';
import { patternFaults } from '@cfs/contracts/intake-answers';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { findIntakeForm, findIntakeFormVersion } from '../tenants/find-intake-form.ts';

/** A form that answers can be checked against. */
export interface AnswerableForm {
  readonly form: IntakeForm;
  readonly version: number | null;
}

/**
 * The tenant's intake form, or the given version of it. `undefined` if there is none, or if it was stored before the
 * current limits for forms existed and exceeds them.
 */
export const readAnswerableForm = async (
  db: ScopedDatabase,
  tenantId: string,
  version?: number | null,
): Promise<AnswerableForm | undefined> => {
  const stored =
    version == null ? await findIntakeForm(db, tenantId) : await findIntakeFormVersion(db, tenantId, version);
  if (!stored) return undefined;
  const read = readIntakeForm(stored.text);
  return 'form' in read && patternFaults(read.form).length === 0
    ? { form: read.form, version: stored.version }
    : undefined;
};
