import { exceededBound } from './json-bounds.ts';
import { countValues, weighSchema } from './intake-schema.ts';
import { isRecord, type JsonRecord } from './json-record.ts';

/** Messages of intake (docs/reference/intake.md#messages). */
export const intakeMessages = {
  noSchema: 'This tenant does not have a schema stored.',
  failed: 'A problem occured. Please try again.',
  notJson: 'The schema must be JSON.',
  noForm: 'The JSON must have the members "schema" and "uischema".',
} as const;

/** A tenant's intake form: what is asked, as a JSON Schema of one object, and how, as a UI schema with its steps. */
export interface IntakeForm {
  readonly schema: JsonRecord;
  readonly uischema: JsonRecord;
  /** How many values the schema holds, what it refers to included. */
  readonly values: number;
}

/** What a form may hold before its own limits are looked at: both of its schemas, and words for people. */
const textBounds = { depth: 64, values: 100_000 };

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * The form that a stored text `{ "schema", "uischema" }` holds (the UI schema may be left out), or why it is none. A
 * form is bounded in size and depth and never refers to itself, so that reading it and checking answers ends soon.
 */
export const readIntakeForm = (text: string): { readonly form: IntakeForm } | { readonly fault: string } => {
  const exceeded = exceededBound(text, textBounds);
  if (exceeded !== undefined)
    return { fault: exceeded === 'depth' ? 'The schema is nested too deeply.' : 'The schema is too large.' };
  const value = parse(text);
  if (value === undefined) return { fault: intakeMessages.notJson };
  if (!isRecord(value)) return { fault: intakeMessages.noForm };
  const { schema, uischema = {} } = value;
  if (!isRecord(schema) || !isRecord(uischema)) return { fault: intakeMessages.noForm };
  if ((schema['type'] ?? 'object') !== 'object') return { fault: 'The schema must be of an object.' };
  if (countValues(uischema) === undefined) return { fault: 'The UI schema is nested too deeply.' };
  const weight = weighSchema(schema);
  if ('fault' in weight) return weight;
  return { form: { schema: { ...schema, type: 'object' }, uischema, values: weight.values } };
};
