import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAdmin } from '../harness/admin.ts';
import { apiAs } from '../harness/api.ts';
import { makeDataDirectory } from '../harness/data-directory.ts';
import { descendantsOf, running } from '../harness/process-tree.ts';
import { startProduct } from '../harness/product.ts';
import { startLoad, storedLocations, storedPackets, type Acknowledged } from '../harness/write-load.ts';

const flipByte = async (path: string): Promise<void> => {
  const bytes = await readFile(path);
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path, bytes);
};

test('a backup under load restores writes acknowledged before its end', { timeout: 900_000 }, async () => {
  await using directory = await makeDataDirectory();
  const at = (name: string): string => join(directory.path, name);
  const product = await startProduct({ dataDirectory: at('data') });
  const loaded = await startLoad(product, await apiAs(product, 'admin'));
  await expect.poll(() => loaded.packets.length).toBeGreaterThan(1_000);
  // A low rate, so that there is a large write-ahead log to replay.
  const backup = await runAdmin({ DATA_DIR: at('data') }, 'backup', at('backup'), '--rate', '8');
  expect(backup).toMatchObject({ code: 0, stderr: '' });
  const sent = loaded.packets.length;
  await expect.poll(() => loaded.packets.length).toBeGreaterThan(sent); // later writes may be missing from the backup
  const family = [product.process.pid, ...descendantsOf(product.process.pid)];
  for (const pid of running(family)) process.kill(pid, 'SIGKILL');
  await loaded.ended;
  await expect.poll(() => running(family)).toEqual([]);

  const key = join(at('data'), 'master.key');
  const restore = await runAdmin({ DATA_DIR: at('restored') }, 'restore', at('backup'), '--master-key', key);
  expect(restore).toMatchObject({ code: 0, stderr: '' });
  expect(restore.stdout).toMatch(/^audit: intact for .*, also against the written heads$/m);
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
  expect(await runAdmin({ DATA_DIR: at('restored') }, 'verify', '--heads', heads)).toMatchObject({
    code: 0,
    stderr: '',
  });
  expect(await restored.stop()).toEqual({ code: 0, signal: null });
  console.log(
    `${backup.stdout}${restore.stdout}${packets.length} packets and ${locations.length} saves acknowledged before its end, none missing`,
  );

  await flipByte(join(at('backup'), 'database', 'base', '1', '1259'));
  const refused = await runAdmin({ DATA_DIR: at('refused') }, 'restore', at('backup'), '--master-key', key);
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/database\/base\/1\/1259 of the backup was changed/),
  });
  expect(await readdir(at('refused'))).toEqual(['lock']);
});
