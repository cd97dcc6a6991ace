import { exceededBound } from './json-bounds.ts';
import { countValues, measureSchema } from './intake-schema.ts';
import { isRecord, type JsonRecord } from './json-record.ts';

/** Messages of intake (docs/reference/intake.md#messages). */
export const intakeMessages = {
  noSchema: 'This tenant does not have a schema stored.',
  failed: 'A problem occured. Please try again.',
  notJson: 'The schema must be JSON.',
  tooLarge: 'The schema is too large.',
  noForm: 'The JSON must have the members "schema" and "uischema".',
} as const;

/** A tenant's intake form: a JSON Schema of one object for the answers, and a UI schema with the steps. */
export interface IntakeForm {
  readonly schema: JsonRecord;
  readonly uischema: JsonRecord;
  /** Number of values in the schema, including referenced values. */
  readonly values: number;
}

/** Bounds of the JSON text, checked before the limits of the form: both schemas and their annotations. */
const textBounds = { depth: 64, values: 100_000 };

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Parses a stored text `{ "schema", "uischema" }` (the UI schema is optional), or returns the reason for rejecting it.
 * Accepted forms are bounded in size and depth and never recursive, so that reading them and validating answers
 * terminates quickly.
 */
export const readIntakeForm = (text: string): { readonly form: IntakeForm } | { readonly fault: string } => {
  const exceeded = exceededBound(text, textBounds);
  if (exceeded !== undefined)
    return { fault: exceeded === 'depth' ? 'The schema is nested too deeply.' : intakeMessages.tooLarge };
  const value = parse(text);
  if (value === undefined) return { fault: intakeMessages.notJson };
  if (!isRecord(value)) return { fault: intakeMessages.noForm };
  const { schema, uischema = {} } = value;
  if (!isRecord(schema) || !isRecord(uischema)) return { fault: intakeMessages.noForm };
  if ((schema['type'] ?? 'object') !== 'object') return { fault: 'The schema must be of an object.' };
  if (countValues(uischema) === undefined) return { fault: 'The UI schema is nested too deeply.' };
  const measured = measureSchema(schema);
  if ('fault' in measured) return measured;
  return { form: { schema: { ...schema, type: 'object' }, uischema, values: measured.values } };
};
