import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { systemContext } from '../context.ts';
import { doubleArray, integerArray, textArray, timeArray, uuidArray } from './binary-arrays.ts';

const clock = new ManualClock();
const context = systemContext({ name: 'test', clock, tenantId: 'all' });
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('binary arrays', () => {
  it('reach PostgreSQL unchanged', async () => {
    const gate = database.createGate({ clock });
    const rows = fc.array(
      fc.record({
        id: fc.uuid(),
        count: fc.integer(),
        number: fc.option(fc.double({ noNaN: true })),
        time: fc.integer({ min: Date.UTC(-1000), max: Date.UTC(9999) }),
        text: fc.option(fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed() && !text.includes('\0'))),
      }),
    );
    await fc.assert(
      fc.asyncProperty(rows, async (items) => {
        const read = await gate.read(context, 'Packets:view', (db) =>
          db.guarded(sql`
            select id, count, number::text as number, (extract(epoch from "time") * 1000)::bigint as "time", text
            from unnest(
              ${uuidArray(items.map(({ id }) => id))}::uuid[],
              ${integerArray(items.map(({ count }) => count))}::integer[],
              ${doubleArray(items.map(({ number }) => number))}::double precision[],
              ${timeArray(items.map(({ time }) => time))}::timestamptz[],
              ${textArray(items.map(({ text }) => text))}::text[]
            ) with ordinality as item(id, count, number, "time", text, ordinal)
            order by ordinal`),
        );
        const plain = (read as { number: string | null }[]).map((row) => ({
          ...row,
          number: row.number === null ? null : Number(row.number),
        }));
        expect(plain).toEqual(items);
      }),
      { numRuns: 60, examples: [[[]]] },
    );
  });
});
