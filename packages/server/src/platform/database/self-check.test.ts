import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { checkDatabase } from './self-check.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('the check before serving', () => {
  it('accepts a database created by the migrations', async () => {
    await expect(checkDatabase(Object.values(database.connections))).resolves.toBeUndefined();
  });

  it('refuses to serve through a superuser', async () => {
    await expect(checkDatabase([database.owner])).rejects.toThrow('is a superuser');
  });

  it('refuses a table that lacks row-level security', async () => {
    await database.asOwner('create table cfs.forgotten (tenant_id uuid not null)');
    await expect(checkDatabase([database.connections.app])).rejects.toThrow(
      'forgotten has no forced row-level security',
    );
    await database.asOwner('drop table cfs.forgotten');
  });

  it('refuses a partition that can be accessed directly, without a policy', async () => {
    await database.asOwner('create table cfs.parts (tenant_id uuid not null) partition by list (tenant_id)');
    await database.asOwner(`select gate.protect('parts')`);
    await database.asOwner('create table cfs.parts_rest partition of cfs.parts default');
    await expect(checkDatabase([database.connections.app])).resolves.toBeUndefined();
    await database.asOwner('grant select on cfs.parts_rest to cfs_app');
    await expect(checkDatabase([database.connections.app])).rejects.toThrow('parts_rest can be reached');
    await database.asOwner('drop table cfs.parts');
  });

  it('refuses a view that runs with the rights of its owner', async () => {
    await database.asOwner('create view cfs.everybody as select * from cfs.people');
    await expect(checkDatabase([database.connections.app])).rejects.toThrow('everybody does not run as its caller');
    await database.asOwner('drop view cfs.everybody');
  });
});
