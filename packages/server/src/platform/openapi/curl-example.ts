import { exampleOf } from './example-value.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Operation } from './operation.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A query value with minimal percent-encoding, for readability. */
const inAddress = (value: unknown): string =>
  encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))
    .replaceAll('%2C', ',')
    .replaceAll('%24', '$');

const queryOf = (operation: Operation): string => {
  const given = (operation.parameters ?? []).flatMap((parameter) => {
    if ('$ref' in parameter || parameter.in !== 'query') return [];
    if (parameter.name === '$filter' || parameter.name === '$top') return [[parameter.name, parameter.example]];
    return parameter.required ? [[parameter.name, exampleOf(parameter.schema)]] : [];
  });
  const query = given.map(([name, value]) => `${String(name)}=${inAddress(value)}`).join('&');
  return query === '' ? '' : `?${query}`;
};

const bodyOf = ({ requestBody }: Operation): string[] => {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || !content) return [];
  const value = content.example ?? exampleOf(content.schema ?? {});
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return [`-H ${quoted(`Content-Type: ${type}`)}`, `-d ${quoted(text)}`];
};

const pathOf = (path: string, operation: Operation): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = (operation.parameters ?? []).find((each) => !('$ref' in each) && each.name === name);
    const schema: JsonSchema = parameter && !('$ref' in parameter) ? parameter.schema : {};
    return inAddress(exampleOf(schema));
  });

/** The operation as a curl command; `$TOKEN` is the placeholder of the credential. */
export const curlExample = (method: string, path: string, operation: Operation, origin: string): string =>
  [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${quoted(origin + pathOf(path, operation) + queryOf(operation))}`,
    ...(operation.security.length > 0 ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...bodyOf(operation),
  ].join(' \\\n  ');
