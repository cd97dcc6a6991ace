import { expect, test } from 'vitest';
import { curlExample } from './curl-example.ts';
import type { Operation } from './operation.ts';

const operation = (changes: Partial<Operation>): Operation => ({
  operationId: 'things',
  summary: 'Things',
  tags: [],
  'x-permission': [],
  security: [],
  responses: {},
  ...changes,
});
const example = (method: string, changes: Partial<Operation> = {}, path = '/v1/things') =>
  curlExample(method, path, operation(changes), 'https://a').split(' \\\n  ');

test('a call without a credential has only the URL', () => {
  expect(example('get')).toEqual([`curl 'https://a/v1/things'`]);
  expect(example('delete', { security: [{ person: [] }] })).toEqual([
    `curl -X DELETE 'https://a/v1/things'`,
    '-H "Authorization: Bearer $TOKEN"',
  ]);
});

test('the query has $filter and $top with their examples, and the required parameters', () => {
  const [call] = example('get', {
    parameters: [
      { name: '$filter', in: 'query', schema: { type: 'string' }, example: `name eq 'A,B'` },
      { name: '$top', in: 'query', schema: { type: 'integer' }, example: 10 },
      { name: '$skip', in: 'query', schema: { type: 'integer' }, example: 20 },
      { name: 'from', in: 'query', required: true, schema: { type: 'string', format: 'uuid' } },
      { name: 'thingId', in: 'path', required: true, schema: { type: 'string' } },
      { $ref: '#/components/parameters/tenant' },
    ],
  });
  expect(call).toBe(
    `curl 'https://a/v1/things?$filter=name%20eq%20'\\''A,B'\\''&$top=10&from=00000000-0000-4000-8000-000000000000'`,
  );
});

test('parts of the path are filled in by their schemas', () => {
  const [call] = example(
    'get',
    { parameters: [{ name: 'thingId', in: 'path', required: true, schema: { type: 'integer', minimum: 7 } }] },
    '/v1/things/{thingId}/{other}',
  );
  expect(call).toBe(`curl 'https://a/v1/things/7/null'`);
});

test('the body is the stated example, or one derived from its schema', () => {
  const body = (content: Record<string, object>) =>
    example('post', { requestBody: { required: true, content } }).slice(1);
  expect(body({ 'text/plain': { example: `it's $top=10` } })).toEqual([
    `-H 'Content-Type: text/plain'`,
    `-d 'it'\\''s $top=10'`,
  ]);
  expect(
    body({ 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } }),
  ).toEqual([`-H 'Content-Type: application/json'`, `-d '{"name":"text"}'`]);
  expect(body({})).toEqual([]);
});
