import { readIntakeForm } from '@cfs/contracts/intake';
import { lintIntakeForm } from '@cfs/contracts/intake-lint';

/** The reasons why a text cannot be stored as an intake form; empty if it is valid. */
export const intakeFormFaults = (text: string): readonly string[] => {
  const read = readIntakeForm(text);
  return 'fault' in read ? [read.fault] : lintIntakeForm(read.form);
};
