import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fold } from '../../../testing/fold.ts';
import { createFixture, fixtureTenants, sampleEntity } from '../../../testing/odata-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { systemContext } from '../../context.ts';
import type { Gate } from '../../database/gate.ts';
import { parseListQuery } from '../query/list-query.ts';
import { listStatement } from '../statements/list-statement.ts';
import { scopeRequestOf } from '../statements/reach.ts';

const clock = new ManualClock();
const context = systemContext({ name: 'test', clock, tenantId: 'all' });
const texts = [
  ...['ΟΔΟΣ', 'οδος', 'οδοσ', 'Straße', 'STRASSE', 'strasse', 'STRAẞE', 'Müller', 'MÜLLER', 'Muller', 'müller'],
  ...[
    'ﬁn',
    'FIN',
    'Kelvin',
    '\u212Aelvin',
    'ısı',
    'isi',
    'İSİ',
    'ſo',
    'SO',
    'item 2',
    'Item 10',
    'item 1',
    'ΑΙ',
    'ᾳ',
    '',
  ],
  ...['ΐ', 'Ϊ́', '91ΐ', '91Ϊ́', '٣٤ΐ', '٣٤Ϊ́', 'Ωμέγα', 'ΩΜΈΓΑ', 'a', 'A', 'ä', 'Ä', 'b', 'B', 'é', 'e\u0301', 'É'],
];

let database: TestDatabase;
let gate: Gate;

beforeAll(async () => {
  database = await createTestDatabase();
  await createFixture(database, [], []);
  // The column `plain` has the collation of the database, `name` has `cfs.human`.
  await database.asOwner(`alter table cfs.samples add plain text; alter table cfs.samples alter note drop not null`);
  await database.asOwner(
    `insert into cfs.samples (tenant_id, sample_id, name, plain, big)
     select $1, gen_random_uuid(), text, text, n from unnest($2::text[]) with ordinality t (text, n)`,
    [fixtureTenants[0], texts],
  );
  gate = database.createGate({ clock });
});
afterAll(() => database.drop());

const declaration = {
  ...sampleEntity,
  properties: { ...sampleEntity.properties, plain: { type: 'string', sql: 'plain' } as const },
};

const found = async (query: string): Promise<string[]> => {
  const options = query.replaceAll('%', '%25').replaceAll('+', '%2B');
  const { statement } = listStatement({ declaration, context, query: parseListQuery(`$select=name&${options}`) });
  const text = await gate.readText(context, scopeRequestOf(sampleEntity), statement);
  return (JSON.parse(`{${text}}`) as { value: { name: string }[] }).value.map(({ name }) => name);
};

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const sorted = (list: readonly string[]): string[] => list.toSorted();

describe.each(['name', 'plain'])('the text %s', (property) => {
  test.each(texts)('equals exactly the texts that differ from it only in case: %s', async (text) => {
    const alike = sorted(texts.filter((each) => fold(each) === fold(text)));
    expect(sorted(await found(`$filter=${property} eq ${quoted(text)}`))).toEqual(alike);
    expect(sorted(await found(`$filter=${property} in (${quoted(text)},'nothing')`))).toEqual(alike);
    expect(sorted(await found(`$filter=not (${property} ne ${quoted(text)})`))).toEqual(alike);
    expect(sorted(await found(`$filter=tolower(${property}) eq ${quoted(text)}`))).toEqual(alike);
  });

  test.each(['ς', 'Σ', 'SS', 'ß', 'ü', 'FI', 'ı', 'I', 'K', 'μέ'])(
    'contains a part regardless of case: %s',
    async (part) => {
      const holds = (condition: (text: string, part: string) => boolean) =>
        sorted(texts.filter((text) => condition(fold(text), fold(part))));
      expect(sorted(await found(`$filter=contains(${property},'${part}')`))).toEqual(holds((a, b) => a.includes(b)));
      expect(sorted(await found(`$filter=startswith(${property},'${part}')`))).toEqual(
        holds((a, b) => a.startsWith(b)),
      );
      expect(sorted(await found(`$filter=endswith(${property},'${part}')`))).toEqual(holds((a, b) => a.endsWith(b)));
    },
  );

  test('is compared in its sort order', async () => {
    const order = await found(`$orderby=${property}`);
    const collator = new Intl.Collator('und', { numeric: true });
    for (const [at, text] of order.entries()) {
      if (at > 0) expect(collator.compare(order[at - 1] ?? '', text)).toBeLessThanOrEqual(0);
      expect(await found(`$filter=${property} gt ${quoted(text)}&$orderby=${property}`), text).toEqual(
        order.slice(at + 1),
      );
      expect(await found(`$filter=${property} le ${quoted(text)}&$orderby=${property}`), text).toEqual(
        order.slice(0, at + 1),
      );
    }
  });
});

test.each([
  ['οδός ΟΔΟΣ', 0],
  ['οδος', 3],
  ['ΟΔΟΣ', 3],
  ['δος', 3],
  ['strasse', 4],
  ['STRAẞE', 4],
  ['müller', 3],
  ['fin', 2],
])('a search finds %s regardless of case', async (word, hits) => {
  expect(await found(`$search=${word}`)).toHaveLength(hits);
});

test('a text lies within the bounds of its case-folded form', async () => {
  const letter = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom(...'aAbBzZ01239٣٤ ßẞſςσΣιΙıİÄäéÉΆάΐᾳﬁǅ'),
  );
  const word = fc.array(letter, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
  const words = fc.sample(word, 2_000).map((text) => text.toWellFormed().replaceAll(/[\0\u{10FFFD}\uFFFF]/gu, ''));
  const faults = await database.asOwner(
    `select t, x from unnest($1::text[]) t
     cross join lateral (values (t), (upper(t collate cfs.human)), (lower(t collate cfs.human))) v (x)
     where cfs.fold(x) = cfs.fold(t)
       and not (x collate cfs.human >= cfs.fold_from(t) and x collate cfs.human < cfs.fold_to(t))`,
    [words],
  );
  expect(faults).toEqual([]);
});
