import { validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';

const matched = new Set(['body', 'querystring']);

/** The property names of an object schema by their lower-case form; `undefined` for other schemas. */
const namesOf = (schema: unknown): ReadonlyMap<string, string> | undefined =>
  schema instanceof z.ZodObject
    ? new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]))
    : undefined;

/** Renames members to the schema's names; unknown and duplicate members are kept. */
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
 * Validates with zod; member names of bodies and queries are case-insensitive (docs/reference/conventions.md#values).
 */
export const nameMatchingValidator: typeof validatorCompiler = (route) => {
  const validate = validatorCompiler(route);
  const names = matched.has(route.httpPart ?? '') ? namesOf(route.schema) : undefined;
  return names === undefined ? validate : (data: unknown) => validate(rename(data, names));
};
