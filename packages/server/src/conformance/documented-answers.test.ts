import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenApiDocument } from '../platform/openapi/openapi-document.ts';
import { templateOf, type Answer } from '../platform/openapi/operation.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { areaMatrices } from './area-matrices.ts';

const matrices = await areaMatrices();
const validator = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
let server: TestServer;
let document: OpenApiDocument;

beforeAll(async () => {
  server = await startTestServer();
  document = (await server.anonymous.get('/docs/openapi.json')).body as OpenApiDocument;
  validator.addSchema(document, 'api');
});
afterAll(() => server.close());

const answerOf = (method: string, path: string, status: number): Answer | undefined => {
  const answer = document.paths[templateOf(path)]?.[method.toLowerCase()]?.responses[String(status)];
  return answer?.$ref === undefined ? answer : document.components.responses[String(status)];
};

/** The deviations of a response from its documentation. */
const faultsOf = (answer: Answer, type: string, body: unknown): unknown[] => {
  if (type === '') return answer.content === undefined ? [] : ['there is no body'];
  const content = answer.content?.[type] ?? answer.content?.[type.replace(/\/.*/, '/*')] ?? answer.content?.['*/*'];
  if (!content) return [`${type} is not documented`];
  if (!content.schema || body === undefined) return [];
  const schema = JSON.parse(JSON.stringify(content.schema).replaceAll('"#/components', '"api#/components')) as object;
  const isValid = validator.compile(schema);
  return isValid(body) ? [] : (isValid.errors ?? []);
};

test.each(matrices)('responses of the area $area are as documented', async (matrix) => {
  const administrator = server.as('Administrator', 'all');
  for (const example of matrix.examples) {
    const ids = await matrix.seed(server.database, server.tenants.own);
    await server.services.snapshot.refresh();
    const [method = 'GET', path = ''] = example.route.split(' ');
    const { url, body, headers } = example.request(ids);
    const { status, ...given } = await administrator.send(method, url.replaceAll(' ', '%20'), {
      ...(body !== undefined && { body }),
      headers: { ...headers, 'x-tenant-id': server.tenants.own },
    });
    const about = `${example.route} [${example.place}] ${status}: ${given.text.slice(0, 300)}`;
    const documented = answerOf(method, path, status);
    expect(documented, about).toBeDefined();
    const type = String(given.headers['content-type'] ?? '').replace(/;.*/, '');
    if (documented) expect(faultsOf(documented, given.text === '' ? '' : type, given.body), about).toEqual([]);
  }
});
