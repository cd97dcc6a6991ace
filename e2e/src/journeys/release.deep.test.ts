import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, readdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test as plain } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { makeDataDirectory } from '../harness/data-directory.ts';
import { startProduct } from '../harness/product.ts';
import { projectDirectory } from '../harness/project.ts';

const run = promisify(execFile);
const platform = `${process.platform}-${process.arch}`;
const buildMilliseconds = 900_000;

const build = async (directory: string): Promise<void> => {
  await run(process.execPath, ['scripts/release.mjs', platform, '--out', directory], { cwd: projectDirectory });
};

/** A released server on a machine with a shell but without Node. */
const test = plain.extend('release', { scope: 'file' }, async ({}, { onCleanup }) => {
  const directory = await makeDataDirectory('cfs-release-');
  onCleanup(() => directory[Symbol.asyncDispose]());
  await chmod(directory.path, 0o755);
  await build(directory.path);
  await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: directory.path });
  const archive = (await readdir(directory.path)).find((file) => file.endsWith(`-${platform}.tar.gz`)) ?? '';
  await run('tar', ['-xzf', archive], { cwd: directory.path });
  const bare = join(directory.path, 'bare');
  await mkdir(bare);
  for (const program of ['sh', 'dirname', 'readlink']) await symlink(`/usr/bin/${program}`, join(bare, program));
  return {
    directory: directory.path,
    archive: join(directory.path, archive),
    root: join(directory.path, archive.replace(`-${platform}.tar.gz`, `-${platform}`)),
    environment: { PATH: bare },
  };
});

describe('a release', () => {
  test(
    'starts without Node on the machine, with portal and agents',
    { timeout: buildMilliseconds },
    async ({ release }) => {
      await using data = await makeDataDirectory();
      const product = await startProduct({
        dataDirectory: data.path,
        program: join(release.root, 'bin', 'cfs-portal'),
        environment: release.environment,
      });
      try {
        expect((await fetch(`${product.address}/readyz`)).status).toBe(200);
        expect(await (await fetch(product.address)).text()).toContain('<div id="root">');
        const admin = await apiAs(product, 'admin');
        expect(await admin.call('GET', '/v1/currentUser')).toMatchObject({ userName: 'admin@demo.example' });
      } finally {
        expect(await product.stop()).toEqual({ code: 0, signal: null });
      }
      expect((await readdir(join(release.root, 'packages', 'agent', 'dist'))).sort()).toEqual([
        'cfs-agent-darwin-x64',
        'cfs-agent-linux-arm64',
        'cfs-agent-linux-x64',
        'cfs-agent-win-x64.exe',
      ]);
      const help = await run(join(release.root, 'bin', 'cfs-admin'), ['--help'], { env: release.environment });
      expect(help.stdout).toContain('audit-verify');
      expect(await readdir(join(release.root, 'deploy'))).toContain('systemd');
    },
  );

  test('lists the licences and components that it contains, and none of the build', async ({ release }) => {
    const licences = await readFile(join(release.root, 'LICENCES.txt'), 'utf8');
    expect(licences).toMatch(/^fastify \d+\.\d+\.\d+: MIT$/m);
    const components = JSON.parse(await readFile(join(release.root, 'components.cdx.json'), 'utf8')) as {
      bomFormat: string;
      components: { name: string }[];
    };
    expect(components.bomFormat).toBe('CycloneDX');
    const names = components.components.map(({ name }) => name);
    expect(names).toContain('fastify');
    expect(names).not.toContain('vitest');
  });

  test('is identical when it is built again', { timeout: buildMilliseconds }, async ({ release }) => {
    const first = `${release.archive}.first`;
    const sums = await readFile(join(release.directory, 'SHA256SUMS'), 'utf8');
    await rename(release.archive, first);
    await build(release.directory);
    expect(await readFile(join(release.directory, 'SHA256SUMS'), 'utf8')).toBe(sums);
  });
});
