import { validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';

const matched = new Set(['body', 'querystring']);

/** The names of an object's schema by their lower-case form; `undefined` for a schema of anything else. */
const namesOf = (schema: unknown): ReadonlyMap<string, string> | undefined =>
  schema instanceof z.ZodObject
    ? new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]))
    : undefined;

/** The object with its members under the names of the schema; what no name matches, and a second match, stays. */
const rename = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const given = new Set(Object.keys(value));
  const taken = new Set<string>();
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const known = names.get(name.toLowerCase());
      if (known === undefined || known === name || given.has(known) || taken.has(known)) return [name, member];
      taken.add(known);
      return [known, member];
    }),
  );
};

/**
 * Validates by zod; names of a body's or a query's members match without regard to case
 * (docs/reference/conventions.md#values).
 */
export const nameMatchingValidator: typeof validatorCompiler = (route) => {
  const validate = validatorCompiler(route);
  const names = matched.has(route.httpPart ?? '') ? namesOf(route.schema) : undefined;
  return names === undefined ? validate : (data: unknown) => validate(rename(data, names));
};
