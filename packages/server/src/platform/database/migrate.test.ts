import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testMasterKey } from '../../testing/test-database-constants.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let directory: string;
beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'cfs-migrations-'));
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

const applied = async (): Promise<number> =>
  (await database.asOwner<{ count: number }>('select count(*)::int as count from migration.applied'))[0]?.count ?? 0;

describe('migrations', () => {
  it('have nothing to do on a database of this version', async () => {
    await expect(migrate({ owner: database.owner, masterKey: testMasterKey })).resolves.toEqual([]);
  });

  it('leave the database of a newer server alone', async () => {
    const before = await applied();
    await writeFile(join(directory, '0001-other.sql'), 'create table cfs.never (id int);');
    await expect(migrate({ owner: database.owner, masterKey: testMasterKey, directory })).rejects.toThrow(
      'newer version of the server',
    );
    expect(await applied()).toBe(before);
  });

  it('leave a database that was made before version 0.2.0 alone', async () => {
    const before = await applied();
    await database.asOwner(`insert into migration.applied values ('0001-foundation.sql', 'x', now())`);
    await expect(migrate({ owner: database.owner, masterKey: testMasterKey })).rejects.toThrow(
      'The database was made by a version before 0.2.0, whose data this version cannot use. ' +
        'Start with an empty database (DATABASE_URL) or, on a first run, with another DATA_DIR.',
    );
    await database.asOwner(`delete from migration.applied where name = '0001-foundation.sql'`);
    expect(await applied()).toBe(before);
  });

  it('refuse a master key other than the first', async () => {
    const masterKey = new Uint8Array(32).fill(8);
    await expect(migrate({ owner: database.owner, masterKey })).rejects.toThrow('Put that key back');
  });
});
