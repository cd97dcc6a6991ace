import { fitsSchema } from '@cfs/contracts/intake-answers';
import type { JsonRecord } from '@cfs/contracts/json-record';
import type { ValidatorType } from '@rjsf/utils';

const asJson = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

/**
 * The validator of the form library, which uses it only to determine which of several schemas applies. The answers
 * themselves are validated by `createAnswerCheck`, as on the server, and its faults are passed to the form.
 */
export const answersValidator: ValidatorType<JsonRecord> = {
  isValid: (schema, answers, root) => fitsSchema(schema, root, asJson(answers)),
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({}),
};
