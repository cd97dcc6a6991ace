import { readIntakeForm } from '@cfs/contracts/intake';
import { patternFaults } from '@cfs/contracts/intake-answers';
import { invalid } from '../../platform/problems.ts';

/** Throws 400 when a text that a tenant is to store is no form, or one whose answers could not be checked. */
export const checkIntakeForm = (text: string): void => {
  const read = readIntakeForm(text);
  if ('fault' in read) throw invalid({ IntakeWizardFormData: [read.fault] });
  const patterns = patternFaults(read.form).map((pattern) => `The pattern ${pattern} is not supported.`);
  if (patterns.length > 0) throw invalid({ IntakeWizardFormData: patterns });
};
