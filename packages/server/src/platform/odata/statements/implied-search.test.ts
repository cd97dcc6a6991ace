import { parseFilter } from '@cfs/odata';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixture, fixtureTenants, sampleEntity } from '../../../testing/odata-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { systemContext } from '../../context.ts';
import type { Gate } from '../../database/gate.ts';
import { modelOf } from '../entity-model.ts';
import { EntityRows } from './entity-rows.ts';
import { impliedSearch } from './implied-search.ts';
import { readListOptions } from '../query/list-query.ts';
import { reachFrom, scopeRequestOf } from './reach.ts';
import { cachedStatement } from './statement-memory.ts';
import { Translation } from '../expressions/translation.ts';

const clock = new ManualClock();
const context = { ...systemContext({ name: 'test', clock, tenantId: 'all' }), grants: [] };
const rows = new EntityRows(new Translation(reachFrom(context, { kind: 'all' }), clock.now()), modelOf(sampleEntity));

const termsOf = (filter: string): readonly string[] | undefined =>
  impliedSearch(rows, parseFilter(filter))?.terms.map(({ literal, read }) => read(literal));

describe('a filter implies a search', () => {
  test.each([
    ["contains(name,'printer')", ['printer']],
    ["contains(tolower(name),' Printer ')", ['Printer']],
    ["startswith(name,'prin') and big gt 3 and endswith(note,'ter')", ['prin', 'ter']],
    ["note eq 'printer'", ['printer']],
  ])('%s', (filter, terms) => expect(termsOf(filter)).toEqual(terms));
});

test.each([
  "contains(name,'pr ')",
  "contains(name,'printer') or big gt 3",
  "not contains(name,'printer')",
  'contains(name,note)',
  "contains('printer',name)",
  "name ne 'printer'",
  'note eq null',
])('%s implies no search', (filter) => expect(termsOf(filter)).toBeUndefined());

describe('rows found by an implied search', () => {
  let database: TestDatabase;
  let gate: Gate;

  beforeAll(async () => {
    database = await createTestDatabase();
    await createFixture(database, [], []);
    await database.asOwner(
      `insert into cfs.samples (tenant_id, sample_id, name, note, big)
       select $1, gen_random_uuid(), text, 'of floor ' || n, n from unnest($2::text[]) with ordinality t (text, n)`,
      [fixtureTenants[0], ['Red printer', 'Blue printer', 'printer', 'a Pri', 'scanner']],
    );
    gate = database.createGate({ clock });
  });
  afterAll(() => database.drop());

  const found = async (filter: string): Promise<string[]> => {
    const options = readListOptions(`$top=10&$select=name&$orderby=name&$filter=${encodeURIComponent(filter)}`);
    const { statement } = cachedStatement(context, sampleEntity, options);
    const text = await gate.readText(context, scopeRequestOf(sampleEntity), statement);
    return (JSON.parse(`{${text}}`) as { value: { name: string }[] }).value.map(({ name }) => name);
  };

  test('are the same whether or not a statement of the shape is cached', async () => {
    const printers = ['Blue printer', 'printer', 'Red printer'];
    for (let round = 0; round < 2; round += 1) {
      expect(await found("contains(name,'PRINTER')")).toEqual(printers);
      expect(await found("contains(name,'scanner')")).toEqual(['scanner']);
      expect(await found("contains(name,'pr')")).toEqual(['a Pri', ...printers]);
      expect(await found("contains(name,' printer')")).toEqual(['Blue printer', 'Red printer']);
      expect(await found("contains(name,'   ')")).toEqual([]);
      expect(await found("contains(name,'printer') and endswith(note,'floor 2')")).toEqual(['Blue printer']);
      expect(await found("name eq 'PRINTER'")).toEqual(['printer']);
    }
  });
});
