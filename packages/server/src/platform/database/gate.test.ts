import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { systemContext, type Context } from '../context.ts';
import type { AccessGate, Gate, ScopedDatabase } from './gate.ts';
import { settleAll } from './settle-all.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    notes_of_gate_test: { tenant_id: string; note: string };
  }
}

const clock = new ManualClock();
const contextOf = (tenantId: string | 'all'): Context => systemContext({ name: 'test', clock, tenantId });
const [one, two] = [randomUUID(), randomUUID()];

let database: TestDatabase;
let gate: Gate & AccessGate;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.asOwner('create table cfs.notes_of_gate_test (tenant_id uuid not null, note text not null)');
  await database.asOwner(`select gate.protect('notes_of_gate_test', ingest => true)`);
  await database.asOwner('insert into cfs.notes_of_gate_test values ($1, $2), ($3, $4)', [one, 'first', two, 'second']);
  gate = database.createGate({ sizes: { read: 1, write: 1, stream: 1 } });
});

afterAll(() => database.drop());

const notes = (db: ScopedDatabase): Promise<{ note: string }[]> =>
  db.selectFrom('notes_of_gate_test').select('note').orderBy('note').execute();
const seen = async (tenantId: string): Promise<string[]> =>
  (await gate.read(contextOf(tenantId), 'Locations:view', notes)).map((row) => row.note);

const kinds = ['write', 'ingest'] as const;
const transact = (kind: (typeof kinds)[number], work: (db: ScopedDatabase) => Promise<unknown>): Promise<unknown> =>
  kind === 'write' ? gate.write(contextOf(one), 'Locations:edit', work) : gate.ingest(contextOf('all'), work);

/** Streams each note ten thousand times, or `text` in place of each note; resolves to the texts between commas. */
const streamed = async (
  tenantId: string | 'all',
  { text = `note || ','`, signal = new AbortController().signal }: { text?: string; signal?: AbortSignal } = {},
): Promise<string[]> => {
  const statement = { text: `select ${text} from notes_of_gate_test, generate_series(1, $1::int)`, values: [10_000] };
  return gate.readStream(contextOf(tenantId), 'Locations:view', statement, signal, async (pieces) => {
    let whole = '';
    for await (const piece of pieces) whole += piece;
    return whole.split(',').slice(0, -1);
  });
};

describe('the gate to the data', () => {
  it('keeps the scope of running work while it closes', async () => {
    const closing = database.createGate();
    const [begun, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reading = closing.read(contextOf(one), 'Locations:view', async (db) => {
      const before = await notes(db);
      begun.resolve();
      await proceed.promise;
      return [before, await notes(db)];
    });
    await begun.promise;
    const closed = closing.close();
    // Far more round trips than the deletion of a key takes.
    for (let trip = 0; trip < 50; trip += 1) await database.asOwner('select from gate.scopes limit 1');
    proceed.resolve();
    expect(await reading).toEqual([[{ note: 'first' }], [{ note: 'first' }]]);
    await closed;
    await expect(closing.read(contextOf(one), 'Locations:view', notes)).rejects.toThrow('The server is stopping.');
  });

  it('has the connections of a node, divided among its processes', () => {
    const sizes = (processes?: number) =>
      Object.values(database.createGate(processes === undefined ? {} : { processes }).loads()).map(({ size }) => size);
    expect([sizes(), sizes(2), sizes(8)]).toEqual([
      [8, 4, 6, 2, 3],
      [4, 2, 3, 2, 2],
      [2, 1, 2, 2, 2],
    ]);
  });

  it('returns the rows of the scope and no others', async () => {
    expect(await seen(one)).toEqual(['first']);
    expect(await seen(two)).toEqual(['second']);
    expect(await seen('all')).toEqual(['first', 'second']);
    expect(await seen(randomUUID())).toEqual([]);
  });

  it('redefines a scope that the database does not know', async () => {
    const lost: string[] = [];
    const restored = database.createGate({ onUnknownScope: (error) => lost.push(error.message) });
    const expire = () => database.asOwner('delete from gate.scopes');
    const ran = async (run: () => Promise<unknown>): Promise<unknown> => {
      await run();
      await expire();
      return run();
    };
    const statement = { text: `select note from notes_of_gate_test`, values: [] };
    expect(await ran(() => restored.read(contextOf(one), 'Locations:view', notes))).toEqual([{ note: 'first' }]);
    expect(await ran(() => restored.readText(contextOf(one), 'Locations:view', statement))).toBe('first');
    expect(
      await ran(() =>
        restored.readStream(
          contextOf(one),
          'Locations:view',
          statement,
          new AbortController().signal,
          async (pieces) => {
            let whole = '';
            for await (const piece of pieces) whole += piece;
            return whole;
          },
        ),
      ),
    ).toBe('first');
    expect(await ran(() => restored.write(contextOf(one), 'Locations:edit', notes))).toEqual([{ note: 'first' }]);
    expect(await ran(() => restored.ingest(contextOf('all'), notes))).toHaveLength(2);
    const inserted = restored.write(contextOf(one), 'Locations:edit', async (db) =>
      db.insertInto('notes_of_gate_test').values({ tenant_id: two, note: 'foreign' }).execute(),
    );
    await expect(inserted).rejects.toThrow('row-level security');
    expect(lost).toEqual(Array.from({ length: 6 }, () => 'the scope of the connection is not defined'));
  });

  it('keeps interleaved tenants apart on a single connection', async () => {
    const tenants = Array.from({ length: 60 }, (_, at) => (at % 3 === 0 ? one : two));
    const answers = await Promise.all(tenants.map(seen));
    expect(answers).toEqual(tenants.map((tenant) => (tenant === one ? ['first'] : ['second'])));
  });

  it('rejects a statement whose scope differs from that of its connection', async () => {
    await gate.read(contextOf(one), 'Locations:view', async (first) => {
      await first.selectFrom('notes_of_gate_test').selectAll().execute();
      await sqlScope(first, 'nobody');
      await expect(notes(first)).rejects.toThrow('not in the scope');
    });
    expect(await seen(two)).toEqual(['second']);
  });

  it('refuses a raw statement without a guard', async () => {
    await gate.write(contextOf(one), 'Locations:edit', async (db) => {
      await expect(sql`select note from notes_of_gate_test`.execute(db)).rejects.toThrow(
        'no place for the scope guard',
      );
      await expect(db.run(sql`delete from notes_of_gate_test`)).rejects.toThrow('must contain');
    });
  });

  it('adds the guard to a raw statement', async () => {
    const rows = await gate.read(contextOf(two), 'Locations:view', (db) =>
      db.guarded(sql<{ note: string }>`select note from notes_of_gate_test`),
    );
    expect(rows).toEqual([{ note: 'second' }]);
  });

  it('refuses to write a row of a foreign tenant', async () => {
    await expect(
      gate.write(contextOf(one), 'Locations:edit', (db) =>
        db.insertInto('notes_of_gate_test').values({ tenant_id: two, note: 'smuggled' }).execute(),
      ),
    ).rejects.toThrow('row-level security');
    await gate.write(contextOf(one), 'Locations:edit', (db) =>
      db.updateTable('notes_of_gate_test').set({ note: 'changed' }).where('tenant_id', '=', two).execute(),
    );
    expect(await seen(two)).toEqual(['second']);
  });

  it('rolls back a transaction whose work throws', async () => {
    await expect(
      gate.write(contextOf(one), 'Locations:edit', async (db) => {
        await db.insertInto('notes_of_gate_test').values({ tenant_id: one, note: 'lost' }).execute();
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await seen(one)).toEqual(['first']);
  });

  it.each(kinds)('writes nothing in a transaction to %s whose scope cannot be set', async (kind) => {
    const setting = 'execute on function pg_catalog.set_config(text, text, boolean)';
    const write = (note: string) =>
      transact(kind, (db) => db.insertInto('notes_of_gate_test').values({ tenant_id: one, note }).execute());
    await database.asOwner(`revoke ${setting} from public`);
    await expect(write('unscoped')).rejects.toThrow('permission denied for function set_config');
    await database.asOwner(`grant ${setting} to public`);
    await write('written');
    expect(await seen('all')).toEqual(['first', 'second', 'written']);
    await database.asOwner(`delete from cfs.notes_of_gate_test where note = 'written'`);
  });

  it('rolls back all statements that were sent together when one fails, and throws its error', async () => {
    const insert = (db: ScopedDatabase, note: string) =>
      db.insertInto('notes_of_gate_test').values({ tenant_id: one, note }).execute();
    const failed = gate.write(contextOf(one), 'Locations:edit', (db) => {
      const sent = [insert(db, 'before'), db.guarded(sql`select 1 / 0 as nothing`), insert(db, 'after')];
      return settleAll(sent.toReversed());
    });
    await expect(failed).rejects.toThrow('division by zero');
    expect(await seen(one)).toEqual(['first']);
  });

  it('leaves connections to other writes while many write the same row', async () => {
    const writers = database.createGate({ sizes: { write: 3 } });
    const write = (note: string, about: string) =>
      writers.write(
        contextOf('all'),
        'Locations:edit',
        (db) => db.updateTable('notes_of_gate_test').set({ note }).where('note', '=', note).execute(),
        about,
      );
    const held = await database.hold(`select from cfs.notes_of_gate_test where note = 'first' for update`);
    const waiting = Array.from({ length: 5 }, () => write('first', 'the first'));
    await write('second', 'the second');
    await held[Symbol.asyncDispose]();
    expect(await Promise.all(waiting)).toHaveLength(5);
  });

  it('keeps late statements of a failed write out of the next one', async () => {
    const insert = (db: ScopedDatabase, note: string) =>
      db.insertInto('notes_of_gate_test').values({ tenant_id: one, note }).execute();
    const strays: Promise<unknown>[] = [];
    const failed = gate.write(contextOf(one), 'Locations:edit', (db) => {
      strays.push(Promise.allSettled([notes(db).then(() => insert(db, 'stray'))]));
      return Promise.reject(new Error('changed my mind'));
    });
    const next = gate.write(contextOf(one), 'Locations:edit', async (db) => [await notes(db), await notes(db)]);
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await Promise.all(strays)).toEqual([[expect.objectContaining({ status: 'rejected' })]]);
    expect(await next).toEqual([[{ note: 'first' }], [{ note: 'first' }]]);
    expect(await seen(one)).toEqual(['first']);
  });

  it('streams the rows of the scope and no others', async () => {
    const [first, second, nobody] = [await streamed(one), await streamed(two), await streamed(randomUUID())];
    expect([first.length, second.length, nobody.length]).toEqual([10_000, 10_000, 0]);
    expect(new Set(first)).toEqual(new Set(['first']));
    expect(new Set(second)).toEqual(new Set(['second']));
  });

  it('fails a stream whose connection has lost its scope', async () => {
    await expect(streamed(one, { text: `set_config('cfs.scope', 'nobody', false)` })).rejects.toThrow(
      'not in the scope',
    );
    expect(await streamed(two)).toHaveLength(10_000);
  });

  it('terminates the statement of an aborted stream', async () => {
    const abort = new AbortController();
    const given = streamed(one, { text: 'pg_sleep(60)::text', signal: abort.signal });
    const running = () =>
      database.asOwner(
        `select 1 from pg_stat_activity where application_name = 'cfs-stream' and query like '%next_text%' and state = 'active' and datname = current_database()`,
      );
    await expect.poll(running).toHaveLength(1);
    abort.abort();
    await expect(given).rejects.toThrow();
    expect(await running()).toEqual([]);
    expect(await streamed(two)).toHaveLength(10_000);
  });

  it('leaks nothing after rollbacks, cancellations and killed backends', async () => {
    for (let round = 0; round < 5; round += 1) {
      const cancelled = gate.read(contextOf(one), 'Locations:view', (db) =>
        db.guarded(sql`select pg_cancel_backend(pg_backend_pid()), pg_sleep(10) from notes_of_gate_test`),
      );
      const killed = gate.read(contextOf(one), 'Locations:view', (db) =>
        db.guarded(sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(10) from notes_of_gate_test`),
      );
      const rolledBack = gate.write(contextOf(one), 'Locations:edit', () => Promise.reject(new Error('no')));
      const broken = streamed(one, { text: 'pg_terminate_backend(pg_backend_pid())::text, pg_sleep(10)' });
      const answer = seen(two);
      const stream = streamed(two);
      const outcomes = await Promise.allSettled([cancelled, killed, rolledBack, broken]);
      expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
      expect(await answer).toEqual(['second']);
      expect(new Set(await stream)).toEqual(new Set(['second']));
      expect(await seen(one)).toEqual(['first']);
    }
  });

  it('cannot write through read connections', async () => {
    await expect(
      gate.read(contextOf(one), 'Locations:view', (db) =>
        db.insertInto('notes_of_gate_test').values({ tenant_id: one, note: 'sneaky' }).execute(),
      ),
    ).rejects.toThrow('read-only');
  });

  it('lets no role read the scopes or widen its own', async () => {
    const attempt = (statement: ReturnType<typeof sql>) =>
      gate.write(contextOf(one), 'Locations:edit', (db) => db.guarded(statement));
    await expect(attempt(sql`select * from gate.scopes`)).rejects.toThrow('permission denied');
    await expect(
      attempt(sql`select gate.define_scope('mine', true, array[]::uuid[], now()) as defined`),
    ).rejects.toThrow('permission denied');
    await expect(attempt(sql`select subject from people`)).resolves.toEqual([]);
  });
});

describe('conflicting writes', () => {
  const lock = (db: ScopedDatabase, note: string) =>
    db.selectFrom('notes_of_gate_test').select('note').where('note', '=', note).forUpdate().execute();
  const raising = (code: string, kind: (typeof kinds)[number] = 'write') => {
    let runs = 0;
    const write = transact(kind, async (db) => {
      runs += 1;
      await db.insertInto('notes_of_gate_test').values({ tenant_id: one, note: 'undone' }).execute();
      await db.guarded(sql`select raise_in_gate_test(${code})`);
    });
    return { write, runs: () => runs };
  };

  beforeAll(async () => {
    await database.asOwner(
      `create function cfs.raise_in_gate_test(code text) returns void language plpgsql as
       $$ begin raise exception 'raised' using errcode = code; end $$`,
    );
    await database.asOwner('grant execute on function cfs.raise_in_gate_test to cfs_app, cfs_ingest');
  });

  it('both succeed after a deadlock', async () => {
    const writers = database.createGate({ sizes: { write: 2 } });
    const met = Promise.withResolvers<void>();
    let [waiting, runs] = [0, 0];
    const write = (here: string, there: string) =>
      writers.write(contextOf('all'), 'Locations:edit', async (db) => {
        runs += 1;
        await lock(db, here);
        waiting += 1;
        if (waiting === 2) met.resolve();
        await met.promise;
        await lock(db, there);
        await db.updateTable('notes_of_gate_test').set({ note: here }).where('note', '=', here).execute();
        return here;
      });
    const before = database.conflicts.length;
    expect(await Promise.all([write('first', 'second'), write('second', 'first')])).toEqual(['first', 'second']);
    expect(runs).toBeGreaterThan(2);
    expect(database.conflicts[before]).toMatchObject({ code: '40P01' });
  });

  it.each([
    ['write', '40P01'],
    ['write', '40001'],
    ['ingest', '40P01'],
    ['ingest', '40001'],
  ] as const)('to %s fail after five attempts that end in %s', async (kind, code) => {
    const { write, runs } = raising(code, kind);
    await expect(write).rejects.toMatchObject({ code });
    expect(runs()).toBe(5);
    expect(await seen(one)).toEqual(['first']);
  });

  it.each(['23505', '55P03', '57014', 'P0001'])('are not retried after %s', async (code) => {
    const { write, runs } = raising(code);
    await expect(write).rejects.toMatchObject({ code });
    expect(runs()).toBe(1);
  });
});

const sqlScope = (db: ScopedDatabase, key: string): Promise<unknown> =>
  db.guarded(sql`select set_config('cfs.scope', ${key}, false) as key`);
