import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { publisherKeyLimit } from '@cfs/contracts/publisher-keys';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { tenantsArea } from '../../tenants/tenants-area.ts';
import { createPackagesArea } from '../packages-area.ts';
import { createPublisher, testBundle, testManifest, uploadBody } from '../testing/test-bundle.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    areas: [createPackagesArea({ countDeviceOperations: async () => 0 }), tenantsArea],
  });
});
afterAll(() => server.close());

const trust = (publicKey: string, changes: object = {}) =>
  server.as('Administrator').put('/v1/publisherKeys', { name: 'Contoso', publicKey, ...changes });

test('a trusted key is listed with its fingerprint and without its bytes', async () => {
  const { publicKey } = createPublisher();
  const created = await trust(publicKey);
  expect(created).toMatchObject({
    status: 201,
    body: { name: 'Contoso', fingerprint: expect.stringMatching(/^SHA256:/) },
  });
  const list = await server.as('Viewer').get('/v1/publisherKeys?$expand=tenant');
  expect(list.body).toMatchObject({ value: [{ name: 'Contoso', tenant: { name: 'Own' } }] });
  expect(list.text).not.toContain(publicKey);
});

test('a key is accepted as PEM or base64, once per tenant', async () => {
  const { publicKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
  expect((await trust(pem)).status).toBe(201);
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  expect(await trust(raw.toString('base64'))).toMatchObject({
    status: 409,
    body: { detail: 'The tenant already trusts this key.' },
  });
  const foreign = await server
    .as('Administrator', server.tenants.foreign)
    .put('/v1/publisherKeys', { name: 'Contoso', publicKey: raw.toString('base64url') });
  expect(foreign.status).toBe(201);
});

const { privateKey } = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });

test.each([
  ['arbitrary text', 'hello', 'Ed25519 public key'],
  ['a key that is too short', 'AAAA', 'Ed25519 public key'],
  ['a private key', privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), 'private key'],
  ['an RSA key', rsa.publicKey.export({ format: 'pem', type: 'spki' }).toString(), 'Ed25519 public key'],
])('refuses %s', async (_what, publicKey, message) => {
  expect(await trust(publicKey)).toMatchObject({
    status: 400,
    body: { errors: { PublicKey: [expect.stringContaining(message)] } },
  });
});

test.each([
  ['a tenant', () => server.tenants.foreign],
  ['the System tenant', () => null],
])('%s trusts a limited number of keys, also under concurrent additions', async (_who, tenantOf) => {
  const administrator = server.as('Administrator', 'all');
  const tenantId = tenantOf();
  const { body } = await administrator.get(`/v1/publisherKeys?$filter=tenantId eq ${tenantId}`);
  const room = publisherKeyLimit - (body as { value: unknown[] }).value.length;
  const trustOne = () =>
    administrator.put('/v1/publisherKeys', {
      name: 'Fabrikam',
      publicKey: randomBytes(32).toString('base64url'),
      tenantId,
    });
  const answers = await Promise.all(Array.from({ length: room + 3 }, trustOne));
  const created = answers.filter(({ status }) => status === 201);
  expect(created).toHaveLength(room);
  for (const refused of answers.filter(({ status }) => status !== 201))
    expect(refused).toMatchObject({ status: 409, body: { detail: 'A tenant has at most 20 publisher keys.' } });

  const { publisherKeyId } = created[0]?.body as { publisherKeyId: string };
  await administrator.delete(`/v1/publisherKeys/${publisherKeyId}`);
  expect((await trustOne()).status).toBe(201);
});

test('only administrators of the tenant can add keys', async () => {
  const { publicKey } = createPublisher();
  expect((await server.as('Operator').put('/v1/publisherKeys', { name: 'Own', publicKey })).status).toBe(403);
  expect((await trust(publicKey, { tenantId: null })).status).toBe(403);
});

test('bundles signed with a deleted key are refused', async () => {
  const publisher = createPublisher();
  const { body } = await trust(publisher.publicKey);
  const { publisherKeyId } = body as { publisherKeyId: string };
  const deleted = await server.as('Administrator').delete(`/v1/publisherKeys/${publisherKeyId}`);
  expect(deleted.status).toBe(204);
  const answer = await server.as('Administrator').send(
    'POST',
    '/v1/packages/upload',
    uploadBody([
      { name: 'label', value: 'x' },
      { name: 'file-0', content: await testBundle(publisher, testManifest('Orphan', '1.0.0')) },
    ]),
  );
  expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining('not signed') } });
});
