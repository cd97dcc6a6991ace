import { createPrivateKey } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPackagesArea } from '../areas/packages/packages-area.ts';
import { testManifest, uploadBody } from '../areas/packages/testing/test-bundle.ts';
import { tenantsArea } from '../areas/tenants/tenants-area.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { runPublisher } from './run-publisher.ts';

let server: TestServer;
let address: string;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cfs publisher '));
  server = await startTestServer({
    areas: [createPackagesArea({ countDeviceOperations: async () => 0 }), tenantsArea],
    environment: { DATA_DIR: join(directory, 'server') },
  });
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

const bundle = (words: readonly string[], token?: string) =>
  runPublisher(words, { INIT_CWD: directory, CFS_PERSON_TOKEN: token });

const writePackage = async (name: string, manifest: object): Promise<void> => {
  await mkdir(join(directory, name, 'bin'), { recursive: true });
  await writeFile(join(directory, name, 'bin', 'watch.sh'), 'echo 1\n');
  await writeFile(join(directory, name, 'manifest.json'), JSON.stringify(manifest));
};

const upload = (content: Buffer) =>
  server.as('Administrator').send(
    'POST',
    '/v1/packages/upload',
    uploadBody([
      { name: 'label', value: 'Test' },
      { name: 'file-0', content },
    ]),
  );

describe('the command line of publishers', () => {
  it('creates a key, registers it and signs a bundle that the server accepts', async () => {
    const created = await bundle(['key', 'publisher.pem']);
    expect(created).toMatchObject({
      code: 0,
      output: [expect.stringMatching(/^-----BEGIN PUBLIC KEY/), expect.any(String)],
    });
    const file = join(directory, 'publisher.pem');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(createPrivateKey(await readFile(file)).asymmetricKeyType).toBe('ed25519');
    expect(await bundle(['show', 'publisher.pem'])).toEqual(created);

    await writePackage('disk-watcher', testManifest('Disk Watcher', '1.0.0'));
    const signed = await bundle(['sign', 'disk-watcher', '--key', 'publisher.pem']);
    expect(signed.output.join()).toContain('disk-watcher.zip: Disk Watcher 1.0.0, 1 files, signed by SHA256:');
    const content = await readFile(join(directory, 'disk-watcher.zip'));
    expect(await upload(content)).toMatchObject({ status: 400 });

    const { subject } = await server.person('Administrator');
    const token = await server.identity.sign({ sub: subject });
    const register = ['register', 'publisher.pem', '--name', 'Contoso', '--server', address];
    expect(await bundle(register, token)).toMatchObject({
      code: 0,
      output: [`The key Contoso (${created.output[1]}) may sign bundles now.`],
    });
    expect(await upload(content)).toMatchObject({ status: 200 });
    expect(await bundle(register, token)).toMatchObject({ code: 1, error: expect.stringContaining('answered 409') });
    expect(await bundle(register, 'no token')).toMatchObject({
      code: 1,
      error: expect.stringContaining('answered 401'),
    });
  });

  it('does not overwrite a key', async () => {
    await bundle(['key', 'kept.pem']);
    const before = await readFile(join(directory, 'kept.pem'), 'utf8');
    expect(await bundle(['key', 'kept.pem'])).toMatchObject({
      code: 1,
      error: expect.stringContaining('already exists'),
    });
    expect(await readFile(join(directory, 'kept.pem'), 'utf8')).toBe(before);
  });

  it('reports what is wrong with a directory, and leaves no file', async () => {
    await bundle(['key', 'faults.pem']);
    const sign = async (name: string) =>
      (await bundle(['sign', name, '--key', 'faults.pem', '--out', 'faulty.zip'])).error;
    await writePackage('no-version', { ...testManifest('Disk Watcher', '1.0.0'), version: 'one' });
    expect(await sign('no-version')).toContain('SemVer 2');
    await writePackage(
      'no-program',
      testManifest('Disk Watcher', '1.0.0', { executable: { name: 'run.sh', type: 'Script' } }),
    );
    expect(await sign('no-program')).toContain('run.sh is not among the files');
    await writePackage('linked', testManifest('Disk Watcher', '1.0.0'));
    await symlink('/etc/hosts', join(directory, 'linked', 'hosts'));
    expect(await sign('linked')).toContain('is a link');
    expect(await sign('absent')).toContain('manifest.json cannot be read');
    expect((await readdir(directory)).filter((name) => name.startsWith('faulty'))).toEqual([]);
  });

  it('prints its usage and explains failures', async () => {
    expect(await bundle([])).toMatchObject({ code: 0 });
    expect(await bundle(['sign'])).toMatchObject({ code: 2 });
    expect(await bundle(['sign', 'x', '--nonsense'])).toMatchObject({ code: 2 });
    expect(await bundle(['publish'])).toMatchObject({ code: 2 });
    expect(await bundle(['show', 'missing.pem'])).toMatchObject({ code: 1, error: expect.stringContaining('ENOENT') });
    await writeFile(join(directory, 'text.pem'), 'no key');
    expect(await bundle(['show', 'text.pem'])).toMatchObject({
      code: 1,
      error: expect.stringContaining('not a private'),
    });
    expect(await bundle(['register', 'kept.pem', '--name', 'x', '--server', address])).toMatchObject({ code: 2 });
  });
});
