import { intakeMessages, readIntakeForm } from '@cfs/contracts/intake';
import { intakeTextLimit } from '@cfs/contracts/intake-forms';
import { lintIntakeForm } from '@cfs/contracts/intake-lint';

/** Of a UTF-16 code unit in UTF-8. */
const maxBytesPerCharacter = 3;

/** Reads an intake form from a file. Resolves with its indented text, or with the faults for which it is rejected. */
export const readIntakeFile = async (
  file: File,
): Promise<{ readonly text: string } | { readonly faults: readonly string[] }> => {
  if (file.size > intakeTextLimit * maxBytesPerCharacter) return { faults: [intakeMessages.tooLarge] };
  const given = await file.text();
  const read = readIntakeForm(given);
  if ('fault' in read) return { faults: [read.fault] };
  const faults = lintIntakeForm(read.form);
  if (faults.length > 0) return { faults };
  const text = JSON.stringify(JSON.parse(given), undefined, 2);
  return text.length > intakeTextLimit ? { faults: [intakeMessages.tooLarge] } : { text };
};
