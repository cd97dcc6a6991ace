import { once } from 'node:events';
import { readFile, rename } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { makeDataDirectory, type DataDirectory } from '../harness/data-directory.ts';
import { freePort } from '../harness/free-port.ts';
import { descendantsOf, running } from '../harness/process-tree.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { runServer } from '../harness/server-process.ts';

/** The maximum duration of a stop in milliseconds. */
const stopLimit = 10_000;

/** The last line of the output, after checking that there is no stack trace. */
const lastWord = (output: string): string => {
  expect(output).not.toMatch(/^\s+at /m);
  return output.trimEnd().split('\n').at(-1) ?? '';
};

// One data directory: the tests run in order, each continuing after the previous one.
describe('a server and its data', () => {
  let directory: DataDirectory;
  let product: Product;

  beforeAll(async () => {
    directory = await makeDataDirectory('cfs e2e ');
    product = await startProduct({ dataDirectory: directory.path });
  });

  afterAll(async () => {
    await product.stop();
    await directory[Symbol.asyncDispose]();
  });

  const startFails = async (port?: number): Promise<string> => {
    const server = await runServer({ dataDirectory: directory.path, port: port ?? (await freePort()) });
    expect(await server.ended).toEqual({ code: 1, signal: null });
    return lastWord(server.output());
  };

  test('a folder with a space in its name is served', async () => {
    expect(directory.path).toContain(' ');
    expect((await fetch(`${product.address}/readyz`)).status).toBe(200);
  });

  test('prints the demo users and their password', () => {
    expect(product.process.output()).toMatch(/^Demo users: admin, operator, viewer, requester \(password: demo\)$/m);
  });

  test('a second start reports the first, and does not disturb it', async () => {
    expect(await startFails()).toBe(
      `Another server (process ${product.process.pid}) is already running on ${directory.path}.`,
    );
    expect((await fetch(`${product.address}/readyz`)).status).toBe(200);
  });

  test('a killed server restarts with all acknowledged writes', async () => {
    const name = 'Kept through a kill';
    await (await apiAs(product, 'admin')).call('PUT', '/v1/locations', { name });
    const left = descendantsOf(product.process.pid);
    product.process.signal('SIGKILL');
    await product.process.ended;
    product = await startProduct({ dataDirectory: directory.path });
    await expect.poll(() => running(left)).toEqual([]);
    const found = await (await apiAs(product, 'admin')).call('GET', `/v1/locations?$filter=name eq '${name}'`);
    expect(found).toMatchObject({ value: [{ name }] });
  });

  test('a killed database is restarted; calls return 503 in the meantime', async () => {
    const api = await apiAs(product, 'admin');
    const name = 'Kept through a crash of the database';
    await api.call('PUT', '/v1/locations', { name });
    const address = `/v1/locations?$filter=name eq '${name}'`;
    const [number = ''] = (await readFile(join(directory.path, 'postgresql', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(number), 'SIGKILL');
    const seen = new Set<number>();
    await expect
      .poll(async () => {
        seen.add(await api.status('GET', address));
        return seen;
      })
      .toContain(503);
    const refused = await fetch(`${product.address}/readyz`);
    if (refused.status === 503) expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await expect
      .poll(async () => {
        const last = await api.status('GET', address);
        seen.add(last);
        return last;
      })
      .toBe(200);
    expect([...seen].toSorted()).toEqual([200, 503]);
    expect(await api.call('GET', address)).toMatchObject({ value: [{ name }] });
    await api.call('PUT', '/v1/locations', { name: 'Made after the crash' });
    expect(running([product.process.pid])).toEqual([product.process.pid]);
  });

  test('a stop ends all processes within the limit', async () => {
    const family = descendantsOf(product.process.pid);
    expect(family.length).toBeGreaterThan(0);
    product.process.signal('SIGTERM');
    const late = new Promise((resolve) => setTimeout(resolve, stopLimit, 'late').unref());
    expect(await Promise.race([product.process.ended, late])).toEqual({ code: 0, signal: null });
    expect(running(family)).toEqual([]);
  });

  test('a lost master key is reported in one line', async () => {
    const key = join(directory.path, 'master.key');
    await rename(key, `${key}.away`);
    expect(await startFails()).toMatch(/^The master key .* is missing/);
    await rename(`${key}.away`, key);
  });

  test('a port in use is reported in one line', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await startFails(port)).toBe(
      `Port ${port} is already in use. Stop the other program, or set PORT to a free one.`,
    );
    other.close();
  });

  test('starts again after these faults', async () => {
    product = await startProduct({ dataDirectory: directory.path });
    expect((await fetch(`${product.address}/readyz`)).status).toBe(200);
  });
});
