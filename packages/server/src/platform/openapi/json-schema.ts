import { z } from 'zod';

/** A schema in the dialect of OpenAPI 3.1 (JSON Schema 2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

const describe = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  return rest;
};

/** The input form of a schema. */
export const sentSchema = (schema: z.ZodType): JsonSchema => describe(schema, 'input');

/** The output form of a schema. */
export const answeredSchema = (schema: z.ZodType): JsonSchema => describe(schema, 'output');

/** The schema of a path or query parameter: of its text, or of the parsed value if any text is accepted. */
const memberSchema = (schema: z.ZodType): JsonSchema => {
  const sent = sentSchema(schema);
  return Object.keys(sent).length > 0 ? sent : answeredSchema(schema);
};

/** The members of an object schema, each with whether it is required. */
export const membersOf = (
  schema: z.ZodType | undefined,
): { readonly name: string; readonly required: boolean; readonly schema: JsonSchema }[] => {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, member]) => ({
    name,
    required: !member.safeParse(undefined).success,
    schema: memberSchema(member),
  }));
};
