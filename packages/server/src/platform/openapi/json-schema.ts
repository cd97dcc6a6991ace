import { z } from 'zod';

/** A schema in the dialect of OpenAPI 3.1, which is JSON Schema 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const describe = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  return rest;
};

/** What a caller sends to fulfil a schema. */
export const sentSchema = (schema: z.ZodType): JsonSchema => describe(schema, 'input');

/** What an answer of the schema holds. */
export const answeredSchema = (schema: z.ZodType): JsonSchema => describe(schema, 'output');

/** A member of an address: its text as it is sent, or what is read from it where any text will do. */
const memberSchema = (schema: z.ZodType): JsonSchema => {
  const sent = sentSchema(schema);
  return Object.keys(sent).length > 0 ? sent : answeredSchema(schema);
};

/** The members of an object schema, each with whether it must be there. */
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
