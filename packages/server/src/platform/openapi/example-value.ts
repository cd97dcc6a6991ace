import type { JsonSchema } from './json-schema.ts';

const texts: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  guid: '00000000-0000-4000-8000-000000000000',
  'date-time': '2026-11-21T09:00:00.000Z',
  email: 'somebody@example.com',
  uri: 'https://example.com',
};

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[])[0] : undefined);

const objectExample = ({ properties, required }: JsonSchema): unknown => {
  if (!isSchema(properties)) return {};
  const named = new Set(Array.isArray(required) ? required : []);
  const members = Object.entries(properties).filter(([name]) => named.size === 0 || named.has(name));
  return Object.fromEntries(members.map(([name, member]) => [name, isSchema(member) ? exampleOf(member) : null]));
};

/** An example value of the schema, with required members only if there are any. */
export const exampleOf = (schema: JsonSchema): unknown => {
  const chosen = firstOf(schema['examples']) ?? schema['default'] ?? schema['const'] ?? firstOf(schema['enum']);
  if (chosen !== undefined) return chosen;
  const variant = firstOf(schema['anyOf']) ?? firstOf(schema['oneOf']);
  if (isSchema(variant)) return exampleOf(variant);
  const type = firstOf(schema['type']) ?? schema['type'];
  if (type === 'object') return objectExample(schema);
  if (type === 'array') return isSchema(schema['items']) ? [exampleOf(schema['items'])] : [];
  if (type === 'string') return texts[String(schema['format'])] ?? 'text';
  if (type === 'integer' || type === 'number') return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1;
  return type === 'boolean' ? true : null;
};
