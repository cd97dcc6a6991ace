import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { addTestTenant } from '../../testing/test-people.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { systemContext, type Context } from '../context.ts';
import type { Gate, ScopedDatabase } from '../database/gate.ts';
import type { Change } from './change.ts';

const clock = new ManualClock();
const id = '11111111-1111-4111-8111-111111111111';
let database: TestDatabase;
let gate: Gate;
let context: Context;

beforeAll(async () => {
  database = await createTestDatabase();
  gate = database.createGate({
    clock,
    tables: { locations: ['Location'], work_timers: { exempt: 'durable work' }, audit_records: { exempt: 'audit' } },
  });
});
afterAll(() => database.drop());
beforeEach(async () => {
  const tenantId = await addTestTenant(database, 'Audited', clock.now());
  context = systemContext({ name: 'test', clock, tenantId });
});

const write = <Result>(work: (db: ScopedDatabase, change: Change) => Promise<Result>): Promise<Result> =>
  gate.write(context, 'Locations:edit', work);
const insert = (db: ScopedDatabase, change: Change) =>
  db
    .insertInto('locations')
    .values({ tenant_id: context.tenantId, location_id: id, name: 'Bern', ...change.created() })
    .execute();
const record = (change: Change) => change.record({ entity: 'Location', id, after: { name: 'Bern' } });
const add = () =>
  write(async (db, change) => {
    await insert(db, change);
    await record(change);
  });
const stored = () => database.asOwner('select * from cfs.locations where tenant_id = $1', [context.tenantId]);
const unaudited = /^locations was written without an audit record of Location\.$/;

describe('a write', () => {
  it('is committed with its record', async () => {
    await add();
    const stamps = { created: clock.now(), created_by: 'test', modified: clock.now(), modified_by: 'test' };
    expect(await stored()).toMatchObject([{ name: 'Bern', ...stamps }]);
  });

  it.each<[string, (db: ScopedDatabase, change: Change) => Promise<unknown>]>([
    ['an update', (db) => db.updateTable('locations').set({ name: 'Basel' }).execute()],
    ['an update of an alias', (db) => db.updateTable('locations as place').set({ name: 'Basel' }).execute()],
    ['a deletion', (db) => db.deleteFrom('locations').execute()],
    ['a deletion that returns rows', (db) => db.deleteFrom('locations').returningAll().execute()],
    ['a raw SQL statement', (db) => db.run(sql`update cfs.locations set name = 'Basel' where ${db.scopeGuard}`)],
    [
      'a deletion in a common table expression',
      (db) =>
        db.run(sql`with gone as (delete from "locations" returning location_id)
          select location_id from gone where ${db.scopeGuard}`),
    ],
    [
      'a deletion that recorded another entity',
      async (db, change) => {
        await db.deleteFrom('locations').execute();
        await change.record({ entity: 'Tenant', id });
      },
    ],
  ])('is rolled back without a record: %s', async (_, work) => {
    await add();
    const before = await stored();
    await expect(write(work)).rejects.toThrow(unaudited);
    expect(await stored()).toEqual(before);
  });

  it('is rolled back without a record of a new row', async () => {
    await expect(write(insert)).rejects.toThrow(unaudited);
    expect(await stored()).toEqual([]);
  });

  it('needs no record if it changed no row, or only read and locked rows', async () => {
    await write((db) => db.deleteFrom('locations').where('location_id', '=', id).execute());
    await add();
    expect(await write((db) => db.selectFrom('locations').select('name').forUpdate().execute())).toHaveLength(1);
  });

  it('needs no record for a table that is exempt, always or in this transaction', async () => {
    const timer = { kind: 'test', key: 'test', due: clock.now(), failures: 0 };
    await write((db) =>
      db
        .insertInto('work_timers')
        .values({ tenant_id: context.tenantId, ...timer })
        .execute(),
    );
    await write(async (db, change) => {
      change.exempt('locations', 'telemetry');
      await insert(db, change);
    });
    expect(await stored()).toHaveLength(1);
  });

  it('does not count the records of the previous transaction on the same connection', async () => {
    const alone = database.createGate({ clock, sizes: { write: 1 }, tables: { locations: ['Location'] } });
    await alone.write(context, 'Locations:edit', (_db, change) => record(change));
    await expect(alone.write(context, 'Locations:edit', insert)).rejects.toThrow(unaudited);
  });

  it('has a later `modified` than before although the clock stands still', async () => {
    await add();
    const stamps = await write(async (_db, change) => change.modified({ modified: clock.now() }));
    expect(stamps).toEqual({ modified: new Date(clock.now().getTime() + 1), modified_by: 'test' });
  });

  it('is recorded with the actor of the given context', async () => {
    const stakeholder = { ...context, actor: { kind: 'system', name: 'ada@example.com' } as const };
    await write((_db, change) => change.as(stakeholder).record({ entity: 'WorkUnit', id: '1' }));
    const [row] = await database.asOwner('select actor_name from cfs.audit_records where tenant_id = $1', [
      context.tenantId,
    ]);
    expect(row).toEqual({ actor_name: 'ada@example.com' });
  });
});
