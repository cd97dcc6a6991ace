import type { FieldErrors } from '../../lib/api/api-problem.ts';
import type { Values } from '../../lib/forms/edits.ts';

/** A message of the server with the path of its form field; `undefined` when the form has no such field. */
export interface ServerError {
  readonly path: string | undefined;
  readonly message: string;
}

const isRecord = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** `Steps[0].Name` → `steps.0.name`, in the case of the form's values; `undefined` when they have no such field. */
const pathIn = (values: Values, field: string): string | undefined => {
  const [first = '', ...rest] = field.split(/[.[\]]+/).filter((part) => part !== '');
  const name = Object.keys(values).find((key) => key.toLowerCase() === first.toLowerCase());
  if (name === undefined) return undefined;
  if (rest.length === 0) return name;
  const inside = values[name];
  const tail = isRecord(inside) ? pathIn(inside, rest.join('.')) : undefined;
  return tail === undefined ? name : `${name}.${tail}`;
};

/** Maps the messages of a problem document to the fields of a form with these values. */
export const serverErrors = (values: Values, errors: FieldErrors): readonly ServerError[] =>
  Object.entries(errors).map(([field, messages]) => ({ path: pathIn(values, field), message: messages.join(' ') }));
