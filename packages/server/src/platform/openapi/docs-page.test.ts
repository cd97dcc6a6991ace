import { expect, test } from 'vitest';
import { docsPage } from './docs-page.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import type { Operation } from './operation.ts';

const refused = { $ref: '#/components/responses/403' } as unknown as Operation['responses'][string];

const operation = (changes: Partial<Operation> = {}): Operation => ({
  operationId: 'getThings',
  summary: 'List things & more',
  tags: ['Things'],
  'x-permission': ['Things:view', 'Things:edit'],
  security: [{ person: [] }],
  responses: { 204: { description: 'No Content' }, 403: refused, 429: refused },
  ...changes,
});

const documentOf = (one: Operation): OpenApiDocument => ({
  openapi: '3.1.0',
  info: { title: 'CFS API', description: 'Calls of `CFS`.' },
  servers: [{ url: '/' }],
  tags: [{ name: 'Things' }, { name: 'Other things' }],
  paths: { '/v1/things': { get: one } },
  components: {
    schemas: { Thing: { type: 'object', description: 'A <thing>.' }, Problem: { type: 'object' } },
    responses: {},
    parameters: { tenant: { name: 'X-Tenant-Id', in: 'header', schema: { type: 'string', format: 'uuid' } } },
    securitySchemes: {},
  },
});

/** The page of a document with one operation, without its style and with single spaces. */
const pageOf = (changes: Partial<Operation> = {}): string =>
  docsPage(documentOf(operation(changes)), 'https://portal.example.com', 'abc')
    .replace(/<style.*<\/style>/s, '')
    .replaceAll(/\s+/g, ' ');

test('links to the operations of each area, with their number', () => {
  const page = pageOf();
  expect(page).toContain('<a href="#area-things">Things<span>1</span></a>');
  expect(page).toContain('<a href="#area-other-things">Other things<span>0</span></a>');
  expect(page).toContain('<h2 id="area-other-things">Other things</h2>');
  expect(page).toContain('<a href="#schemas">Schemas<span>2</span></a>');
  expect(page).toContain('<a href="/">CFS</a>');
});

test('escapes texts, and shows words in backticks as code', () => {
  const page = pageOf();
  expect(page).toContain('<span class="says">List things &amp; more</span>');
  expect(page).toContain('<span class="says">A &lt;thing&gt;.</span>');
  expect(page).toContain('Calls of <code>CFS</code>.');
});

test('names the permissions, of which one suffices', () => {
  expect(pageOf()).toContain('<div><code>Things:view</code> or <code>Things:edit</code></div>');
});

test('has no table for an operation without parameters', () => {
  expect(pageOf()).not.toContain('<h3>Parameters</h3>');
});

test('lists parameters with type, example and meaning', () => {
  const page = pageOf({
    parameters: [
      { name: 'thingId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      { name: '$top', in: 'query', schema: { type: 'integer' }, description: 'As many as `$top`.', example: 10 },
      { name: 'until', in: 'query', schema: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] } },
      { name: 'any', in: 'query', schema: {} },
      { $ref: '#/components/parameters/tenant' },
    ],
  });
  const rows = [...page.matchAll(/<tr> <td>(.*?)<\/tr>/g)].map(([, row = '']) =>
    row.replaceAll(/<\/td>( <td>)?/g, '|').trim(),
  );
  expect(rows).toEqual([
    '<code>thingId</code> (required)|path|string (uuid)||',
    '<code>$top</code>|query|integer|As many as <code>$top</code>. Such as <code>10</code>.|',
    '<code>until</code>|query|string (date)||',
    '<code>any</code>|query|any||',
    '<code>X-Tenant-Id</code>|header|string (uuid)||',
  ]);
});

test('shows a body if there is one', () => {
  expect(pageOf()).not.toContain('<h3>Body</h3>');
  const page = pageOf({
    requestBody: { required: true, content: { 'application/json': { schema: { type: 'array' } } } },
  });
  expect(page).toContain('<h3>Body</h3> <div><code>application/json</code> <details class="inner">');
  expect(page).toContain('&quot;type&quot;: &quot;array&quot;');
});

test('shows responses with their media types and schemas, and the refusals together', () => {
  const page = pageOf({
    responses: {
      200: {
        description: 'OK',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } }, 'text/csv': {} },
      },
      403: refused,
      429: refused,
    },
  });
  expect(page).toContain('<div>200 OK</div>');
  expect(page).toContain('<div><code>application/json</code> <a href="#schema-Thing">Thing</a></div>');
  expect(page).toContain('<div><code>text/csv</code> </div>');
  expect(page).toContain('<div>403, 429: <a href="#schema-Problem">a problem document</a></div>');
});

test('shows the call as a command', () => {
  expect(pageOf()).toContain('curl &#39;https://portal.example.com/v1/things&#39; \\ -H &quot;Authorization: Bearer');
});
