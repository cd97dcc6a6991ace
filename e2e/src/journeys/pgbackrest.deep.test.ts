import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAdmin } from '../harness/admin.ts';
import { apiAs } from '../harness/api.ts';
import { hasBackrest, startArchivedPostgres } from '../harness/archived-postgres.ts';
import { makeDataDirectory } from '../harness/data-directory.ts';
import { installedPostgres } from '../harness/empty-database.ts';
import { descendantsOf, running } from '../harness/process-tree.ts';
import { startProduct } from '../harness/product.ts';
import { startLoad, storedPackets } from '../harness/write-load.ts';

test('pgBackRest restores a database of DATABASE_URL to a moment', { timeout: 900_000 }, async ({ skip }) => {
  if (!installedPostgres || !hasBackrest)
    return skip('Nothing was tried: install PostgreSQL and pgBackRest (the packages postgresql and pgbackrest).');
  await using directory = await makeDataDirectory();
  await using postgres = await startArchivedPostgres(installedPostgres);
  await postgres.backrest('stanza-create');
  await postgres.backrest('check');
  await postgres.backrest('--type=full', 'backup');

  const environment = { DATABASE_URL: postgres.address };
  const dataDirectory = join(directory.path, 'data');
  const product = await startProduct({ dataDirectory, environment });
  const loaded = await startLoad(product, await apiAs(product, 'admin'));
  await expect.poll(() => loaded.packets.length).toBeGreaterThan(1_000);
  const moment = new Date().toISOString();
  await expect.poll(() => loaded.packets.filter(({ begun }) => begun > moment).length).toBeGreaterThan(1_000);
  await postgres.backrest('check'); // archives the segment with the moment
  const family = [product.process.pid, ...descendantsOf(product.process.pid)];
  for (const pid of running(family)) process.kill(pid, 'SIGKILL');
  await loaded.ended;
  await postgres.crash();

  const target = moment.replace('T', ' ').replace('Z', '+00');
  await postgres.backrest('--delta', '--type=time', `--target=${target}`, '--target-action=promote', 'restore');
  await postgres.start();
  const verified = await runAdmin({ DATA_DIR: dataDirectory, ...environment }, 'verify');
  expect(verified).toMatchObject({ code: 0, stderr: '' });
  const restored = await startProduct({ dataDirectory, environment });
  const api = await apiAs(restored, 'admin');
  const before = loaded.packets.filter(({ at }) => at < moment).map(({ id }) => id);
  const after = loaded.packets.filter(({ begun }) => begun > moment).map(({ id }) => id);
  const found = await storedPackets(api, [...before, ...after]);
  expect(before.length).toBeGreaterThan(0);
  expect(before.filter((id) => !found.has(id))).toEqual([]);
  expect(after.filter((id) => found.has(id))).toEqual([]);
  expect(await restored.stop()).toEqual({ code: 0, signal: null });
  console.log(
    `${verified.stdout}${before.length} packets before the moment, none missing; ${after.length} after it, none there`,
  );
});
