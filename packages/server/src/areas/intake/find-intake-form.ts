import { readIntakeForm, type IntakeForm } from '@cfs/contracts/intake';
import { patternFaults } from '@cfs/contracts/intake-answers';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { findIntakeText } from '../tenants/find-intake-text.ts';

/**
 * The tenant's intake form; `undefined` when it has none, or one that was stored before forms were held to their
 * present limits and goes beyond them.
 */
export const findIntakeForm = async (db: ScopedDatabase, tenantId: string): Promise<IntakeForm | undefined> => {
  const read = readIntakeForm((await findIntakeText(db, tenantId)) ?? '');
  return 'form' in read && patternFaults(read.form).length === 0 ? read.form : undefined;
};
