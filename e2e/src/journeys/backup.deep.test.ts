import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { apiAs, type Api } from '../harness/api.ts';
import { makeDataDirectory } from '../harness/data-directory.ts';
import { descendantsOf, running } from '../harness/process-tree.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { projectDirectory } from '../harness/project.ts';

/** What was acknowledged, and when. */
interface Acknowledged {
  readonly id: string;
  readonly at: string;
}

interface Listed {
  readonly value: readonly Record<string, string>[];
}

const packetsOfCall = 20;
const senders = 2;
/** Of the list of packets that one call asks for. */
const idsOfCall = 50;

/** Runs `npm run admin` and answers what it printed and its exit code. */
const admin = async (dataDirectory: string, ...words: string[]) => {
  const options = { cwd: projectDirectory, env: { ...process.env, DATA_DIR: dataDirectory } };
  const run = promisify(execFile)(process.execPath, ['scripts/admin.mjs', ...words], options);
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
};

/** Sends packets of new entities, and saves locations, until the server is gone. */
const load = async (product: Product, api: Api) => {
  const { generatedToken } = (await api.call('PUT', '/v1/tokens', { name: 'Backup', lifetimeYears: 1 })) as {
    readonly generatedToken: string;
  };
  const packets: Acknowledged[] = [];
  const locations: Acknowledged[] = [];
  const send = async (): Promise<never> => {
    for (;;) {
      const ids = Array.from({ length: packetsOfCall }, () => randomUUID());
      const timestamp = new Date().toISOString();
      const answer = await fetch(`${product.address}/v1/packets`, {
        method: 'POST',
        headers: { authorization: `Bearer ${generatedToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(ids.map((entityId) => ({ entityId, timestamp, message: { Value: 1 } }))),
      });
      if (answer.status !== 202) throw new Error(`The packets were answered ${answer.status}.`);
      await answer.arrayBuffer();
      const at = new Date().toISOString();
      packets.push(...ids.map((id) => ({ id, at })));
    }
  };
  const save = async (): Promise<never> => {
    for (let number = 1; ; number += 1) {
      const name = `Saved ${number}`;
      await api.call('PUT', '/v1/locations', { name });
      locations.push({ id: name, at: new Date().toISOString() });
    }
  };
  const ended = Promise.allSettled([save(), ...Array.from({ length: senders }, send)]);
  return { packets, locations, ended };
};

const storedPackets = async (api: Api, ids: readonly string[]): Promise<Set<string>> => {
  const found = new Set<string>();
  for (let at = 0; at < ids.length; at += idsOfCall) {
    const filter = `entityId in (${ids.slice(at, at + idsOfCall).join(',')})`;
    const path = `/v1/packets?$filter=${encodeURIComponent(filter)}&$select=entityId&$top=${idsOfCall}`;
    for (const { entityId = '' } of ((await api.call('GET', path)) as Listed).value) found.add(entityId);
  }
  return found;
};

const storedLocations = async (api: Api): Promise<Set<string>> => {
  const names = new Set<string>();
  for (let skip = 0; ; skip += 1000) {
    const filter = encodeURIComponent("startswith(name,'Saved ')");
    const path = `/v1/locations?$filter=${filter}&$select=name&$orderby=name&$top=1000&$skip=${skip}`;
    const { value } = (await api.call('GET', path)) as Listed;
    for (const { name = '' } of value) names.add(name);
    if (value.length < 1000) return names;
  }
};

const flipByte = async (path: string): Promise<void> => {
  const bytes = await readFile(path);
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path, bytes);
};

test('a backup under load restores what was acknowledged before its end', { timeout: 900_000 }, async () => {
  await using directory = await makeDataDirectory();
  const at = (name: string): string => join(directory.path, name);
  const product = await startProduct({ dataDirectory: at('data') });
  const loaded = await load(product, await apiAs(product, 'admin'));
  await expect.poll(() => loaded.packets.length).toBeGreaterThan(1_000);
  // Slow enough that there is much to replay.
  const backup = await admin(at('data'), 'backup', at('backup'), '--rate', '8');
  expect(backup).toMatchObject({ code: 0, stderr: '' });
  const sent = loaded.packets.length;
  await expect.poll(() => loaded.packets.length).toBeGreaterThan(sent); // what is written later need not be in it
  const family = [product.process.pid, ...descendantsOf(product.process.pid)];
  for (const pid of running(family)) process.kill(pid, 'SIGKILL');
  await loaded.ended;
  await expect.poll(() => running(family)).toEqual([]);

  const key = join(at('data'), 'master.key');
  const restore = await admin(at('restored'), 'restore', at('backup'), '--master-key', key);
  expect(restore).toMatchObject({ code: 0, stderr: '' });
  expect(restore.stdout).toMatch(/^audit: whole, of .*, also against the written heads$/m);
  const restored = await startProduct({ dataDirectory: at('restored') });
  const api = await apiAs(restored, 'admin');
  const manifest = JSON.parse(await readFile(join(at('backup'), 'manifest.json'), 'utf8')) as {
    readonly database: { readonly restoresTo: string };
  };
  const expected = (all: readonly Acknowledged[]): string[] =>
    all.filter((each) => each.at < manifest.database.restoresTo).map(({ id }) => id);
  const [packets, locations] = [expected(loaded.packets), expected(loaded.locations)];
  const [foundPackets, foundLocations] = [await storedPackets(api, packets), await storedLocations(api)];
  expect(packets.length).toBeGreaterThan(1_000);
  expect(locations.length).toBeGreaterThan(10);
  expect(packets.filter((id) => !foundPackets.has(id))).toEqual([]);
  expect(locations.filter((name) => !foundLocations.has(name))).toEqual([]);
  const heads = join(at('backup'), 'audit-heads.jsonl');
  expect(await admin(at('restored'), 'verify', '--heads', heads)).toMatchObject({ code: 0, stderr: '' });
  expect(await restored.stop()).toEqual({ code: 0, signal: null });
  console.log(
    `${backup.stdout}${restore.stdout}${packets.length} packets and ${locations.length} saves acknowledged before its end, none missing`,
  );

  await flipByte(join(at('backup'), 'database', 'base', '1', '1259'));
  const refused = await admin(at('refused'), 'restore', at('backup'), '--master-key', key);
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/database\/base\/1\/1259 of the backup was changed/),
  });
  expect(await readdir(at('refused'))).toEqual(['lock']);
});
