import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { coreOperations } from '@cfs/contracts/core-operations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { checkBundle } from '../bundles/check-bundle.ts';
import { createPackagesArea } from '../packages-area.ts';
import { coreManifest } from './core-manifest.ts';
import { ensureCorePackage } from './ensure-core-package.ts';

let server: TestServer;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cfs-core-'));
  server = await startTestServer({
    areas: [createPackagesArea({ countDeviceOperations: async () => 0 })],
    environment: { DATA_DIR: directory },
  });
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

test('processes that start together store the Core package once, for every tenant', async () => {
  await Promise.all([1, 2, 3].map(() => ensureCorePackage(server.services)));
  await ensureCorePackage(server.services);
  const list = await server
    .as('Viewer', server.tenants.foreign)
    .get(`/v1/packages?$filter=name eq 'Core'&$expand=operations,versions`);
  const { value } = list.body as {
    value: { tenantId: null; operations: { operationId: string }[]; versions: object[] }[];
  };
  expect(value).toMatchObject([{ tenantId: null, versions: [{ packageVersionStatusId: 'Latest' }] }]);
  expect(new Set(value[0]?.operations.map(({ operationId }) => operationId))).toEqual(
    new Set(coreOperations.map(({ operationId }) => operationId)),
  );
});

test('its bundle is in the store under its SHA-256', async () => {
  await ensureCorePackage(server.services);
  const [row] = await server.database.asOwner<{ tenant_id: string; sha256: string }>(
    `select tenant_id, sha256 from cfs.package_versions where label = 'Built in'`,
  );
  const key = { tenantId: row?.tenant_id ?? '', sha256: row?.sha256 ?? '' };
  const content = await server.services.contents.read(key);
  expect(
    createHash('sha256')
      .update(await buffer(content ?? Readable.from([])))
      .digest('hex'),
  ).toBe(key.sha256);
  const path = join(directory, 'content', key.tenantId, key.sha256.slice(0, 2), key.sha256);
  await expect(checkBundle(path, [])).rejects.toMatchObject({ detail: expect.stringContaining('not signed') });
});

test('the operations change together with the version', () => {
  const content = createHash('sha256').update(JSON.stringify(coreManifest)).digest('hex').slice(0, 16);
  expect(`${coreManifest.version} ${content}`).toBe('1.0.0 11acdfa23d5cc08f');
});
