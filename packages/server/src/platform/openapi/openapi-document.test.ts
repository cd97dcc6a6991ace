import { execFileSync } from 'node:child_process';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDocumentedServer } from '../../testing/documented-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { curlExample } from './curl-example.ts';
import type { DocumentedRoute } from './documented-routes.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { templateOf, type Operation } from './operation.ts';

let registered: readonly DocumentedRoute[];
let server: TestServer;
let document: OpenApiDocument;

beforeAll(async () => {
  ({ server, registered } = await startDocumentedServer());
  document = (await server.anonymous.get('/docs/openapi.json')).body as OpenApiDocument;
});
afterAll(() => server.close());

const operations = (): Operation[] => Object.values(document.paths).flatMap((each) => Object.values(each));
const operation = (method: string, path: string): Operation => {
  const found = document.paths[path]?.[method];
  if (!found) throw new TypeError(`${method} ${path} is not documented.`);
  return found;
};

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate({ ...document });
  expect(valid, JSON.stringify(errors, null, 2)).toBe(true);
});

test('every route of every area is documented', () => {
  const missing = registered.filter(
    ({ method, path }) => document.paths[templateOf(path)]?.[method.toLowerCase()] === undefined,
  );
  expect(registered.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

test('every route has a summary of one line', () => {
  const silent = registered.filter(({ config }) => config.summary === undefined);
  expect(silent.map(({ method, path }) => `${method} ${path} lacks config.summary`)).toEqual([]);
  for (const { summary } of operations()) expect(summary).toMatch(/^[A-Z].{5,90}[^.]$/);
});

test('every successful response with a body documents its content', () => {
  const untold = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      Object.entries(responses)
        .filter(([status, { content }]) => /^2/.test(status) && !['202', '204'].includes(status) && !content)
        .map(([status]) => `${method} ${path} ${status}`),
    ),
  );
  expect(untold).toEqual([]);
});

test('operations have unique ids and a permission', () => {
  const ids = operations().map(({ operationId }) => operationId);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  for (const each of operations()) expect(each['x-permission'].length).toBeGreaterThan(0);
  expect(operation('put', '/v1/locations')).toMatchObject({
    operationId: 'putLocations',
    tags: ['Locations'],
    'x-permission': ['Portal.CFS.Locations:create'],
    security: [{ person: [] }],
  });
  expect(operation('post', '/v1/packets')['x-permission']).toEqual(['machine:packets']);
});

test('a list documents its options and the properties that they may name', () => {
  const list = operation('get', '/v1/locations');
  const parameters = (list.parameters ?? []).flatMap((each) => ('$ref' in each ? [] : [each]));
  expect(parameters.map(({ name }) => name)).toEqual([
    '$filter',
    '$search',
    '$select',
    '$expand',
    '$orderby',
    '$top',
    '$skip',
    '$count',
    '$apply',
    '$format',
  ]);
  expect(parameters.find(({ name }) => name === '$orderby')?.description).not.toContain('`address1`');
  expect(list.responses['200']).toMatchObject({
    content: {
      'application/json': { schema: { properties: { value: { items: { $ref: '#/components/schemas/Location' } } } } },
    },
  });
  expect(list.parameters).toContainEqual({ $ref: '#/components/parameters/tenant' });
});

test('every reference resolves', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, pointer = '']) => pointer);
  expect(references.length).toBeGreaterThan(100);
  const lost = references.filter(
    (pointer) =>
      pointer
        .split('/')
        .reduce<unknown>(
          (value, key) =>
            typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
          document,
        ) === undefined,
  );
  expect(lost).toEqual([]);
});

test('the page lists every operation and runs no script', async () => {
  const { status, headers, text } = await server.anonymous.get('/docs');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  const policy = String(headers['content-security-policy']);
  const nonce = /style-src 'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  expect(policy).not.toContain('unsafe');
  expect(text).toContain(`<style nonce="${nonce}">`);
  expect(text).not.toMatch(/<script|<link|<img|\sstyle=|\son\w+=|https?:\/\/(?!localhost)/);
  for (const { operationId } of operations()) expect(text).toContain(`id="${operationId}"`);
});

test('operation ids are valid identifiers of programming languages', () => {
  for (const { operationId } of operations()) expect(operationId).toMatch(/^[a-z][A-Za-z0-9]+$/);
  expect(operation('get', '/v1/workunits/{workUnitId}').operationId).toBe('getWorkunitsByWorkUnitId');
});

test('an export has options of the list and its own', () => {
  const [path] = Object.keys(document.paths).filter((each) => /^\/v1\/locations\/.*Export/i.test(each));
  const [exported] = Object.values(document.paths[path ?? ''] ?? {});
  const parameters = (exported?.parameters ?? []).flatMap((each) => ('$ref' in each ? [] : [each]));
  const names = parameters.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['$filter', '$search', '$select', '$orderby', 'headings']));
  expect(names).not.toContain('$expand');
});

test('the options of a list have types', () => {
  const parameters = (operation('get', '/v1/locations').parameters ?? []).flatMap((each) =>
    '$ref' in each ? [] : [each],
  );
  const types = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema?.['type']]));
  expect(types).toMatchObject({ $filter: 'string', $top: 'integer', $skip: 'integer', $count: 'boolean' });
});

test('a response without a body has no content', () => {
  const empty = operations()
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([status]) => status === '204');
  expect(empty.length).toBeGreaterThan(5);
  for (const [, { content }] of empty) expect(content).toBeUndefined();
});

test('the page shows the media types of responses and links to their schemas', async () => {
  const { text } = await server.anonymous.get('/docs');
  expect(text).toContain('<code>application/json</code>');
  expect(text).toContain('<a href="#schema-Location">Location</a>');
  for (const [, id = ''] of text.matchAll(/href="#(schema-\w+)"/g)) expect(text).toContain(`id="${id}"`);
});

/** The arguments that a shell passes to curl. */
const argumentsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

test('the example of a call is a command that a shell parses correctly', () => {
  const get = argumentsOf(curlExample('get', '/v1/locations', operation('get', '/v1/locations'), 'http://localhost'));
  expect(get[0]).toMatch(/^http:\/\/localhost\/v1\/locations\?\$filter=.*'.*&\$top=\d+$/);
  expect(get.slice(1)).toEqual(['-H', 'Authorization: Bearer ']);
  const put = argumentsOf(curlExample('put', '/v1/locations', operation('put', '/v1/locations'), 'http://localhost'));
  expect(put.slice(0, 3)).toEqual(['-X', 'PUT', 'http://localhost/v1/locations']);
  expect(put.slice(5, 8)).toEqual(['-H', 'Content-Type: application/json', '-d']);
  expect(JSON.parse(put[8] ?? '')).toHaveProperty('name');
  const one = argumentsOf(
    curlExample(
      'get',
      '/v1/workunits/{workUnitId}',
      operation('get', '/v1/workunits/{workUnitId}'),
      'http://localhost',
    ),
  );
  expect(one[0]).toMatch(/^http:\/\/localhost\/v1\/workunits\/\w+$/);
});
