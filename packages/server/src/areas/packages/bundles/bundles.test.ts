import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { tenantsArea } from '../../tenants/tenants-area.ts';
import { createPackagesArea } from '../packages-area.ts';
import {
  createPublisher,
  forgedBundle,
  testBundle,
  testFiles,
  testManifest,
  uploadBody,
  type TestPublisher,
} from '../testing/test-bundle.ts';
import { removeUnusedContents } from './remove-unused-contents.ts';

let server: TestServer;
let directory: string;
let publisher: TestPublisher;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cfs-bundles-'));
  const area = createPackagesArea({ countDeviceOperations: async () => 0 });
  server = await startTestServer({
    areas: [area, tenantsArea],
    environment: { DATA_DIR: directory, PACKAGE_QUOTA: '1' },
  });
  publisher = createPublisher();
  const trusted = await server
    .as('Administrator')
    .put('/v1/publisherKeys', { name: 'Test', publicKey: publisher.publicKey });
  expect(trusted.status).toBe(201);
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

const freshName = (): string => `Watcher ${randomUUID()}`;
const send = (...parts: Parameters<typeof uploadBody>[0][number][]) =>
  server.as('Administrator').send('POST', '/v1/packages/upload', uploadBody(parts));
const upload = (...bundles: Buffer[]) =>
  send({ name: 'label', value: 'Test' }, ...bundles.map((content, index) => ({ name: `file-${index}`, content })));
const versionsOf = async (packageName: string) => {
  const list = await server
    .as('Viewer')
    .get(`/v1/packages?$filter=name eq '${packageName}'&$expand=versions($orderby=precedence desc),operations`);
  const [found] = (list.body as { value: Record<string, unknown>[] }).value;
  return found;
};
/** Files of the content store and of uploads in progress. */
const storedFiles = async (): Promise<string[]> => {
  const names = await readdir(directory, { recursive: true, withFileTypes: true });
  return names.filter((each) => each.isFile()).map(({ name }) => name);
};

test('the first bundle of a name creates its package with operations', async () => {
  const name = freshName();
  const answer = await upload(await testBundle(publisher, testManifest(name, '1.0.0', { description: 'Watches.' })));
  expect(answer).toMatchObject({
    status: 200,
    body: { value: [{ packageName: name, version: '1.0.0', packageVersionStatusId: 'Latest', isNew: true }] },
  });
  expect(await versionsOf(name)).toMatchObject({
    tenantId: server.tenants.own,
    description: 'Watches.',
    packageTypeId: 'Watcher',
    executableName: 'bin/watch.sh',
    executableTypeId: 'Script',
    operatingSystemRidsId: 4,
    operations: [{ name: 'Watch', operationType: 'Metric', operationResultTypeId: 2, defaultInterval: '00:05:00' }],
    versions: [{ version: '1.0.0', label: 'Test' }],
  });
});

test('the highest release is the latest, whatever the order of the uploads', async () => {
  const name = freshName();
  for (const version of ['1.2.0-rc.1', '1.0.0', '1.10.0', '1.9.0', '2.0.0-beta'])
    expect((await upload(await testBundle(publisher, testManifest(name, version)))).status).toBe(200);
  expect(await versionsOf(name)).toMatchObject({
    versions: [
      { version: '2.0.0-beta', packageVersionStatusId: 'PreRelease' },
      { version: '1.10.0', packageVersionStatusId: 'Latest' },
      { version: '1.9.0', packageVersionStatusId: 'Archived' },
      { version: '1.2.0-rc.1', packageVersionStatusId: 'PreRelease' },
      { version: '1.0.0', packageVersionStatusId: 'Archived' },
    ],
  });
});

test('of concurrent uploads the highest release is the only latest one', async () => {
  const name = freshName();
  const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0'];
  const bundles = await Promise.all(versions.map((version) => testBundle(publisher, testManifest(name, version))));
  for (let at = 0; at < bundles.length; at += 2)
    await Promise.all(bundles.slice(at, at + 2).map((bundle) => upload(bundle)));
  const found = await versionsOf(name);
  expect(
    (found?.['versions'] as { packageVersionStatusId: string }[]).map((each) => each.packageVersionStatusId),
  ).toEqual(['Latest', 'Archived', 'Archived', 'Archived']);
});

test('an operation keeps its id across versions and is retired by a version without it', async () => {
  const name = freshName();
  const [watch] = testManifest(name, '1.0.0').operations ?? [];
  await upload(await testBundle(publisher, testManifest(name, '1.0.0')));
  const before = (await versionsOf(name))?.['operations'] as { operationId: string }[];
  const changed = { ...watch, resultType: 'Text', frequencies: ['OnDemand', 'Recurring'] } as NonNullable<typeof watch>;
  await upload(await testBundle(publisher, testManifest(name, '1.1.0', { operations: [changed] })));
  expect(await versionsOf(name)).toMatchObject({
    operations: [{ operationId: before[0]?.operationId, operationResultTypeId: 1, frequencyDefinitions: '[1,2]' }],
  });
  await upload(await testBundle(publisher, testManifest(name, '1.2.0', { operations: [] })));
  expect(await versionsOf(name)).toMatchObject({
    operations: [{ operationId: before[0]?.operationId, isRetired: true }],
  });
  await upload(await testBundle(publisher, testManifest(name, '1.1.5')));
  expect(await versionsOf(name)).toMatchObject({ operations: [{ isRetired: true }] });
});

test('uploading the same bundle again changes nothing, other bytes for the version return 409', async () => {
  const name = freshName();
  const bundle = await testBundle(publisher, testManifest(name, '1.0.0'));
  const first = await upload(bundle);
  const again = await upload(bundle);
  expect(again).toMatchObject({
    status: 200,
    body: {
      value: [{ ...(first.body as { value: object[] }).value[0], isNew: false }],
    },
  });
  const files = await storedFiles();
  const other = await upload(await testBundle(publisher, testManifest(name, '1.0.0+build.2')));
  expect(other).toMatchObject({
    status: 409,
    body: { detail: `Version 1.0.0 of ${name} already exists with different content. Upload a higher version.` },
  });
  expect(await storedFiles()).toEqual(files);
});

test('a bundle of another type than its package returns 409', async () => {
  const name = freshName();
  await upload(await testBundle(publisher, testManifest(name, '1.0.0')));
  const other = await upload(await testBundle(publisher, testManifest(name, '1.1.0', { type: 'Command' })));
  expect(other).toMatchObject({
    status: 409,
    body: { detail: `The package ${name} is a Watcher, its bundle states Command.` },
  });
});

test('several bundles are stored together or not at all', async () => {
  const [one, two] = [freshName(), freshName()];
  const good = await testBundle(publisher, testManifest(one, '1.0.0'));
  const stranger = await testBundle(createPublisher(), testManifest(two, '1.0.0'));
  expect((await upload(good, stranger)).status).toBe(400);
  expect(await versionsOf(one)).toBeUndefined();
  const signed = await testBundle(publisher, testManifest(two, '1.0.0'));
  expect(await upload(good, signed)).toMatchObject({
    status: 200,
    body: { value: [{ packageName: one }, { packageName: two }] },
  });
});

const file = (name: string, content: string | Buffer = 'content', more: object = {}) => ({
  name,
  content: Buffer.from(content),
  ...more,
});
const script = file('bin/watch.sh', '#!/bin/sh\n');
const link = (0o120777 << 16) >>> 0;

test.each<[string, string, () => Buffer | Promise<Buffer>]>([
  ['a file that is not a zip', 'not a complete zip file: .*truncated\\.$', () => Buffer.from('This is no zip.')],
  [
    'a truncated zip',
    'not a complete zip',
    async () => (await testBundle(publisher, testManifest('Cut', '1.0.0'))).subarray(0, -40),
  ],
  [
    'damaged bytes',
    'zip|SHA-256',
    async () => {
      const bundle = await testBundle(publisher, testManifest('Damaged', '1.0.0'), [
        ...testFiles,
        { path: 'data', content: randomBytes(10_000) },
      ]);
      const at = bundle.length - 2_000;
      bundle[at] = (bundle[at] ?? 0) ^ 0xff;
      return bundle;
    },
  ],
  [
    'an unsigned bundle',
    'manifest.sig',
    () =>
      Buffer.from(
        forgedBundle(publisher, testManifest('Unsigned', '1.0.0'), [script])
          .toString('latin1')
          .replaceAll('manifest.sig', 'manifest.sik'),
        'latin1',
      ),
  ],
  [
    'a signature by an unknown key',
    'not signed by a publisher key',
    () => testBundle(createPublisher(), testManifest('Unknown', '1.0.0')),
  ],
  [
    'a manifest changed after signing',
    'not signed by a publisher key',
    () =>
      Buffer.from(
        forgedBundle(publisher, testManifest('Changed', '1.0.0'), [script])
          .toString('latin1')
          .replaceAll('"Changed"', '"Chanced"'),
        'latin1',
      ),
  ],
  [
    'a path that leaves its directory',
    'zip|path',
    () => forgedBundle(publisher, testManifest('Traversal', '1.0.0'), [script, file('../../etc/cron.d/x')]),
  ],
  [
    'an absolute path',
    'zip|path',
    () => forgedBundle(publisher, testManifest('Absolute', '1.0.0'), [script, file('/etc/passwd')]),
  ],
  [
    'a path with a drive letter',
    'path',
    () => forgedBundle(publisher, testManifest('Drive', '1.0.0'), [script, file('C:/Windows/x.dll')]),
  ],
  [
    'a name that Windows reserves',
    'reserves',
    () => forgedBundle(publisher, testManifest('Reserved', '1.0.0'), [script, file('bin/NUL.txt')]),
  ],
  [
    'a symbolic link',
    'link',
    () =>
      forgedBundle(publisher, testManifest('Link', '1.0.0'), [
        script,
        file('bin/x', '/etc/passwd', { attributes: link }),
      ]),
  ],
  [
    'paths that differ only in case',
    'same name',
    () => forgedBundle(publisher, testManifest('Case', '1.0.0'), [script, file('Data.txt'), file('data.TXT')]),
  ],
  [
    'a file with the name of a directory',
    'same name',
    () => forgedBundle(publisher, testManifest('Place', '1.0.0'), [script, file('BIN')]),
  ],
  [
    'a duplicate path',
    'same name',
    () => forgedBundle(publisher, testManifest('Twice', '1.0.0'), [script, file('x'), file('x', 'other')]),
  ],
  [
    'an encrypted file',
    'encrypted',
    () =>
      forgedBundle(publisher, testManifest('Encrypted', '1.0.0'), [
        script,
        file('x', 'x', { flags: 1, isDeflated: true }),
      ]),
  ],
  [
    'an unsupported compression method',
    'deflate',
    () => forgedBundle(publisher, testManifest('Method', '1.0.0'), [script, file('x', 'x', { method: 12 })]),
  ],
  [
    'a file that the manifest does not list',
    'not in manifest.json',
    () =>
      forgedBundle(
        publisher,
        testManifest('Extra', '1.0.0'),
        [script, file('x')],
        [{ path: 'bin/watch.sh', size: 10, sha256: createHash('sha256').update('#!/bin/sh\n').digest('hex') }],
      ),
  ],
  [
    'a listed file that is missing',
    'not in the bundle',
    () =>
      forgedBundle(
        publisher,
        testManifest('Missing', '1.0.0'),
        [script],
        [
          { path: 'bin/watch.sh', size: 10, sha256: createHash('sha256').update('#!/bin/sh\n').digest('hex') },
          { path: 'x', size: 1, sha256: '0'.repeat(64) },
        ],
      ),
  ],
  [
    'a file with different content',
    'different SHA-256',
    () =>
      forgedBundle(
        publisher,
        testManifest('Content', '1.0.0'),
        [script],
        [{ path: 'bin/watch.sh', size: 10, sha256: '0'.repeat(64) }],
      ),
  ],
  [
    'files that exceed the total size limit',
    'MiB in total',
    () =>
      forgedBundle(publisher, testManifest('Bomb', '1.0.0'), [
        script,
        ...[1, 2].map((n) => file(`bomb-${n}`, Buffer.alloc(1_000), { isDeflated: true, statedSize: 1024 ** 3 - 1 })),
      ]),
  ],
  [
    'a file that unpacks to more than its directory states',
    'zip',
    () => {
      const content = Buffer.alloc(5_000_000);
      return forgedBundle(
        publisher,
        testManifest('Overflow', '1.0.0'),
        [script, file('bomb', content, { isDeflated: true, statedSize: 100 })],
        [
          { path: 'bin/watch.sh', size: 10, sha256: createHash('sha256').update('#!/bin/sh\n').digest('hex') },
          { path: 'bomb', size: 100, sha256: createHash('sha256').update(content).digest('hex') },
        ],
      );
    },
  ],
  [
    'a manifest with an unknown member',
    'Unrecognized key',
    () => forgedBundle(publisher, { ...testManifest('Member', '1.0.0'), licence: 'x' } as never, [script]),
  ],
  [
    'a version that is not SemVer 2',
    'SemVer 2',
    () => forgedBundle(publisher, testManifest('Version', '1.0'), [script]),
  ],
  [
    'an executable that is not among the files',
    'not among the files',
    () => forgedBundle(publisher, testManifest('Executable', '1.0.0'), [file('x')]),
  ],
  [
    'two operations with one name',
    'same name',
    () => {
      const manifest = testManifest('Operations', '1.0.0');
      return forgedBundle(
        publisher,
        { ...manifest, operations: [...(manifest.operations ?? []), ...(manifest.operations ?? [])] },
        [script],
      );
    },
  ],
])('refuses %s and stores nothing', async (_what, message, make) => {
  const before = await storedFiles();
  const answer = await upload(await make());
  expect(answer).toMatchObject({ status: 400, body: { errors: { File: [expect.stringMatching(message)] } } });
  expect(await storedFiles()).toEqual(before);
});

test.each<[string, number, object, Parameters<typeof uploadBody>[0]]>([
  ['a missing label', 400, { Label: ['Label is required'] }, [{ name: 'file-0', content: Buffer.from('x') }]],
  ['a missing file', 400, { File: ['File is required'] }, [{ name: 'label', value: 'x' }]],
  [
    'an unknown file field',
    400,
    { File: ['Files are named file-0, file-1 and so on.'] },
    [{ name: 'bundle', content: Buffer.from('x') }],
  ],
  ['an unknown field', 400, { Body: ['There is no field colour.'] }, [{ name: 'colour', value: 'red' }]],
  [
    'a malformed tenant',
    400,
    { TenantId: ['Must be the id of a tenant.'] },
    [
      { name: 'label', value: 'x' },
      { name: 'tenantId', value: 'x' },
      { name: 'file-0', content: Buffer.from('x') },
    ],
  ],
])('rejects an upload with %s', async (_what, status, errors, parts) => {
  expect(await send(...parts)).toMatchObject({ status, body: { errors } });
});

test.each([
  ['An upload has at most 10 bundles.', 11, (index: number) => ({ name: `file-${index}`, content: Buffer.from('x') })],
  ['An upload has at most 10 fields.', 11, () => ({ name: 'label', value: 'x' })],
])('rejects an upload beyond a limit: %s', async (detail, count, partOf) => {
  const before = await storedFiles();
  const parts = Array.from({ length: count }, (_, index) => partOf(index));
  expect(await send(...parts)).toMatchObject({ status: 413, body: { detail } });
  expect(await storedFiles()).toEqual(before);
});

test('a truncated upload returns 400 and leaves no file', async () => {
  const before = await storedFiles();
  const { body, headers } = uploadBody([
    { name: 'label', value: 'x' },
    { name: 'file-0', content: randomBytes(100_000) },
  ]);
  const answer = await server
    .as('Administrator')
    .send('POST', '/v1/packages/upload', { body: body.subarray(0, 50_000), headers });
  expect(answer.status).toBe(400);
  expect(await storedFiles()).toEqual(before);
});

test('an upload that is not multipart returns 400', async () => {
  expect((await server.as('Administrator').post('/v1/packages/upload', {})).status).toBe(400);
});

test('an upload beyond the quota of the tenant returns 413 and leaves the quota usage unchanged', async () => {
  const name = freshName();
  await server.database.asOwner(
    `insert into cfs.package_contents (tenant_id, sha256, size, touched) values ($1, $2, $3, $4)`,
    [server.tenants.own, 'f'.repeat(64), 1024 ** 3, server.clock.now()],
  );
  expect(await upload(await testBundle(publisher, testManifest(name, '1.0.0')))).toMatchObject({
    status: 413,
    body: { detail: expect.stringContaining('1 GiB') },
  });
  await server.database.asOwner(`delete from cfs.package_contents where sha256 = $1`, ['f'.repeat(64)]);
  expect(await versionsOf(name)).toBeUndefined();
});

test("a key of the tenant does not sign another tenant's bundles", async () => {
  const bundle = await testBundle(publisher, testManifest(freshName(), '1.0.0'));
  const answer = await server.as('Administrator', 'all').send(
    'POST',
    '/v1/packages/upload',
    uploadBody([
      { name: 'label', value: 'x' },
      { name: 'tenantId', value: server.tenants.foreign },
      { name: 'file-0', content: bundle },
    ]),
  );
  expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining('not signed') } });
});

test('a bundle is downloaded entirely, in ranges, and not at all if it is cached', async () => {
  const bundle = await testBundle(publisher, testManifest(freshName(), '1.0.0'), [
    ...testFiles,
    { path: 'data', content: randomBytes(50_000) },
  ]);
  const { body } = await upload(bundle);
  const [version] = (body as { value: { packageId: string; packageVersionId: string }[] }).value;
  const url = `/v1/packages/${version?.packageId}/versions/${version?.packageVersionId}/bundle`;
  const viewer = await server.person('Viewer');
  const credential = await server.identity.sign({ sub: viewer.subject });
  const get = async (headers: Record<string, string> = {}) =>
    server.app.inject({ url, headers: { authorization: `Bearer ${credential}`, ...headers } });
  const whole = await get();
  expect(whole.statusCode).toBe(200);
  expect(whole.rawPayload.equals(bundle)).toBe(true);
  expect(whole.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'content-length': String(bundle.length),
    'content-type': 'application/zip',
  });
  const tag = String(whole.headers['etag']);
  const rest = await get({ range: 'bytes=1000-', 'if-range': tag });
  expect(rest.statusCode).toBe(206);
  expect(rest.headers['content-range']).toBe(`bytes 1000-${bundle.length - 1}/${bundle.length}`);
  expect(rest.rawPayload.equals(bundle.subarray(1_000))).toBe(true);
  const tail = await get({ range: 'bytes=-10' });
  expect(tail.rawPayload.equals(bundle.subarray(-10))).toBe(true);
  expect((await get({ range: 'bytes=10-19', 'if-range': '"other"' })).statusCode).toBe(200);
  const beyond = await get({ range: `bytes=${bundle.length}-` });
  expect(beyond.statusCode).toBe(416);
  expect(beyond.headers['content-range']).toBe(`bytes */${bundle.length}`);
  expect((await get({ 'if-none-match': tag })).statusCode).toBe(304);
});

test('a bundle that is missing from the store returns 503', async () => {
  const { body } = await upload(await testBundle(publisher, testManifest(freshName(), '1.0.0')));
  const [version] = (body as { value: { packageId: string; packageVersionId: string }[] }).value;
  const [row] = await server.database.asOwner<{ sha256: string }>(
    `select sha256 from cfs.package_versions where package_version_id = $1`,
    [version?.packageVersionId],
  );
  await server.services.contents.remove({ tenantId: server.tenants.own, sha256: row?.sha256 ?? '' });
  const answer = await server
    .as('Viewer')
    .get(`/v1/packages/${version?.packageId}/versions/${version?.packageVersionId}/bundle`);
  expect(answer.status).toBe(503);
  expect(server.takeServerErrors()).toHaveLength(1);
});

test('bundles that no version uses are removed after a day, others are kept', async () => {
  const name = freshName();
  for (const version of ['1.0.0', '1.1.0']) await upload(await testBundle(publisher, testManifest(name, version)));
  const found = await versionsOf(name);
  const archived = (found?.['versions'] as { version: string; packageVersionId: string }[]).find(
    ({ version }) => version === '1.0.0',
  );
  const before = await storedFiles();
  const address = `/v1/packages/${String(found?.['packageId'])}/versions/${archived?.packageVersionId}`;
  expect((await server.as('Administrator').delete(address)).status).toBe(204);
  await removeUnusedContents(server.services, server.services.contents);
  expect(await storedFiles()).toEqual(before);
  server.clock.advance(25 * 3_600_000);
  await removeUnusedContents(server.services, server.services.contents);
  expect(before.length - (await storedFiles()).length).toBe(1);
  expect(await versionsOf(name)).toMatchObject({ versions: [{ version: '1.1.0' }] });
});

test('the next pre-release defines the package after the highest one is deleted, while there is no release', async () => {
  const name = freshName();
  const [watch] = testManifest(name, '1.0.0').operations ?? [];
  const look = { ...watch, name: 'Look' } as NonNullable<typeof watch>;
  const changed: Parameters<typeof testManifest>[2] = { operatingSystems: ['WinX64'], operations: [look] };
  const uploadVersion = async (version: string, changes: typeof changed = {}) =>
    upload(await testBundle(publisher, testManifest(name, version, changes)));
  await uploadVersion('1.0.0-beta.1');
  await uploadVersion('1.0.0-beta.2', changed);
  await uploadVersion('1.0.0-beta.3');
  const deleteVersion = async (wanted: string) => {
    const found = await versionsOf(name);
    const versions = found?.['versions'] as { version: string; packageVersionId: string }[];
    const { packageVersionId } = versions.find(({ version }) => version === wanted) ?? {};
    const address = `/v1/packages/${String(found?.['packageId'])}/versions/${packageVersionId}`;
    expect((await server.as('Administrator').delete(address)).status).toBe(204);
    return versionsOf(name);
  };
  const retired = (operation: string, isRetired: boolean): unknown =>
    expect.objectContaining({ name: operation, isRetired });
  const asChanged = { operatingSystemRidsId: 1, operations: [retired('Look', false), retired('Watch', true)] };
  const asFirst = { operatingSystemRidsId: 4, operations: [retired('Look', true), retired('Watch', false)] };

  expect(await versionsOf(name)).toMatchObject(asFirst);
  expect(await deleteVersion('1.0.0-beta.3')).toMatchObject(asChanged);
  await uploadVersion('0.9.0-beta.1');
  expect(await deleteVersion('0.9.0-beta.1')).toMatchObject(asChanged);
  expect(await deleteVersion('1.0.0-beta.2')).toMatchObject(asFirst);

  await uploadVersion('0.1.0', changed);
  expect(await deleteVersion('1.0.0-beta.1')).toMatchObject(asChanged);
});

test.each(['version', 'package'])(
  'the bundle of a deleted %s is kept for a day, however old it is',
  async (deleted) => {
    const name = freshName();
    for (const version of ['1.0.0', '1.1.0']) await upload(await testBundle(publisher, testManifest(name, version)));
    const found = await versionsOf(name);
    const versions = found?.['versions'] as { version: string; packageVersionId: string }[];
    const archived = versions.find(({ version }) => version === '1.0.0');
    server.clock.advance(30 * 24 * 3_600_000);
    await removeUnusedContents(server.services, server.services.contents);

    const before = await storedFiles();
    const address = `/v1/packages/${String(found?.['packageId'])}`;
    const ofVersion = `/versions/${archived?.packageVersionId}`;
    const answer = await server.as('Administrator').delete(deleted === 'version' ? `${address}${ofVersion}` : address);
    expect(answer.status).toBe(204);
    server.clock.advance(23 * 3_600_000);
    await removeUnusedContents(server.services, server.services.contents);
    expect(await storedFiles()).toEqual(before);
    server.clock.advance(2 * 3_600_000);
    await removeUnusedContents(server.services, server.services.contents);
    expect(before.length - (await storedFiles()).length).toBe(deleted === 'version' ? 1 : 2);
  },
);

test('an upload is rejected with 503 while its directory cannot be written', async () => {
  const bundle = await testBundle(publisher, testManifest(freshName(), '1.0.0'));
  expect((await upload(bundle)).status).toBe(200);
  const uploads = join(directory, 'uploads');
  await rename(uploads, `${uploads}-away`);
  await writeFile(uploads, '');
  expect(await upload(bundle)).toMatchObject({
    status: 503,
    body: { detail: 'The server cannot write uploads to its disk.' },
  });
  expect(server.takeServerErrors()).toEqual([expect.stringContaining('EEXIST')]);
  await rm(uploads);
  await rename(`${uploads}-away`, uploads);
});
