import { exportedText, type ExportWords } from '@cfs/contracts/export-words';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createFixture,
  fixtureMakers,
  fixtureSamples,
  fixtureTenants,
  makerEntity,
  sampleEntity,
} from '../../testing/odata-fixture.ts';
import type { TestAnswer } from '../../testing/test-client.ts';
import type { TestPerson } from '../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { defineEntity } from '../odata/entity.ts';
import { listRoute } from '../odata/list-route.ts';
import { csvRecord } from './csv.ts';

/** Samples with columns that fail or are slow, unlike any declaration of the product. */
const riskyEntity = defineEntity({
  ...sampleEntity,
  name: 'Risky',
  set: 'risky',
  properties: {
    ...sampleEntity.properties,
    failing: { type: 'int32', sql: (alias) => `1 / (${alias}.big - 1100)` },
    slow: { type: 'string', sql: (alias) => `pg_sleep(60)::text || ${alias}.name` },
  },
});

let server: TestServer;
let origin: string;
const manyRows = 3_000;

beforeAll(async () => {
  const entities = [sampleEntity, makerEntity, riskyEntity];
  server = await startTestServer({
    areas: [
      {
        name: 'samples',
        entities,
        routes: (app, services) => entities.forEach((entity) => listRoute(app, services, entity)),
      },
    ],
  });
  await createFixture(server.database, fixtureSamples, fixtureMakers);
  await server.database.asOwner(
    `insert into cfs.samples (tenant_id, sample_id, name, note, big)
     select $1, gen_random_uuid(), 'many', repeat(n::text, 500), n from generate_series(1, ${manyRows}) n`,
    [server.tenants.own],
  );
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

const ask = (query: string, tenantId: string = 'all'): Promise<TestAnswer> =>
  server.as('Viewer', tenantId).get(`/v1/samples/Export()?${query}`);

const file = async (query: string): Promise<string> => {
  const answer = await ask(query);
  expect(answer.status, answer.text).toBe(200);
  return answer.text;
};

const lines = (text: string): string[] => text.split('\r\n').slice(0, -1);

/** Requests the export over a real connection, as a browser does. */
const fetchFile = async (path: string, signal?: AbortSignal, who?: TestPerson): Promise<Response> => {
  const { subject } = who ?? (await server.person('Viewer'));
  const credential = await server.identity.sign({ sub: subject });
  return fetch(`${origin}${path}`, {
    headers: { authorization: `Bearer ${credential}` },
    ...(signal && { signal }),
  });
};

/** The states of the connections of exports that are not idle. */
const streamStates = async (): Promise<string[]> => {
  const rows = await server.database.asOwner<{ state: string }>(
    `select state from pg_stat_activity where application_name = 'cfs-stream' and datname = current_database()`,
  );
  return rows.map(({ state }) => state).filter((state) => state !== 'idle');
};

/** Makes each person hold a connection by an export without a first row. Returns a function that ends the exports. */
const holdConnections = async (people: readonly TestPerson[]): Promise<() => Promise<void>> => {
  const abort = new AbortController();
  const running = people.map((who) =>
    fetchFile('/v1/risky/Export()?$select=slow', abort.signal, who).catch(() => undefined),
  );
  await expect.poll(streamStates).toEqual(people.map(() => 'active'));
  return async () => {
    abort.abort();
    await Promise.all(running);
    await expect.poll(streamStates).toEqual([]);
  };
};

/** Resolves to the log of the server once it contains an aborted export. */
const loggedBreak = async (): Promise<string> => {
  let logged = '';
  await expect.poll(() => (logged += server.takeServerErrors().join(''))).toContain('an export was aborted');
  return logged;
};

describe('the file of an export', () => {
  test.each(['/v1/samples/Export()', '/v1/samples/export', '/api/v1/Samples/EXPORT()'])(
    'is an attachment of type CSV at %s',
    async (path) => {
      const { status, headers } = await server.as('Viewer', 'all').get(`${path}?$top=1`);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(headers['content-disposition']).toBe('attachment; filename="samples.csv"');
    },
  );

  test('contains the selected columns and related ones in order', async () => {
    const text = await file(`$select=maker/name,name,kind,moment&$filter=rank eq 3 and note ne null&$orderby=sampleId`);
    const list = await server
      .as('Viewer', 'all')
      .get('/v1/samples?$filter=rank eq 3 and note ne null&$orderby=sampleId&$expand=maker');
    const { value } = list.body as { value: Record<string, unknown>[] };
    expect(value.length).toBeGreaterThan(3);
    expect(lines(text)).toEqual([
      'maker/name,name,kind,moment',
      ...value.map((row) =>
        [(row['maker'] as { name: string } | null)?.name, row['name'], row['kind'], row['moment']].join(),
      ),
    ]);
  });

  test('has the headings that the caller passes', async () => {
    const headings = encodeURIComponent(JSON.stringify(['Name, long', 'Æra "x"']));
    expect(lines(await file(`$select=name,big&headings=${headings}&$top=0`))).toEqual(['"Name, long","Æra ""x"""']);
  });

  test('contains every visible column without a selection', async () => {
    const [heading] = lines(await file('$top=0'));
    expect(heading).toBe('sampleId,tenantId,name,note,rank,big,price,isOpen,moment,kind,text');
  });

  test('contains the columns that an expansion adds', async () => {
    expect(lines(await file('$select=name&$expand=maker($select=name)&$top=0'))).toEqual(['name,maker/name']);
    expect(lines(await file('$select=name&$expand=maker&$top=0'))).toEqual(['name,maker/makerId,maker/name']);
  });

  test('applies filter, search, order and page of the list', async () => {
    const query = '$filter=big ge 0&$search=b&$orderby=name desc,sampleId&$top=7&$skip=3&$select=sampleId';
    const list = await server.as('Viewer', 'all').get(`/v1/samples?${query}`);
    const { value } = list.body as { value: { sampleId: string }[] };
    expect(value).toHaveLength(7);
    expect(lines(await file(query))).toEqual(['sampleId', ...value.map((row) => row.sampleId)]);
  });

  test('is not limited to the page size of the list', async () => {
    expect(lines(await file("$filter=name eq 'many'&$select=big&$orderby=big"))).toEqual([
      'big',
      ...Array.from({ length: manyRows }, (_, index) => String(index + 1)),
    ]);
  });

  test('escapes formulas and quotes cells with delimiters', async () => {
    const hostile = ['=1+1', '+1', '-1', '@A1', '\tx', '\rx', 'a,b', 'a"b', 'a\nb', 'a\r\nb', '=","x', 'ÄØ漢🙂', ''];
    await server.database.asOwner(
      `insert into cfs.samples (tenant_id, sample_id, name, big, rank)
       select $1, gen_random_uuid(), name, n, 4711 from unnest($2::text[]) with ordinality as t(name, n)`,
      [server.tenants.own, hostile],
    );
    const text = await file('$filter=rank eq 4711&$orderby=big&$select=name,note,big');
    expect(text).toBe(
      'name,note,big\r\n' +
        [
          "'=1+1",
          "'+1",
          "'-1",
          "'@A1",
          "'\tx",
          `"'\rx"`,
          '"a,b"',
          '"a""b"',
          '"a\nb"',
          '"a\r\nb"',
          `"'="",""x"`,
          'ÄØ漢🙂',
          '',
        ]
          .map((cell, index) => `${cell},,${index + 1}\r\n`)
          .join(''),
    );
  });

  test('leaves negative numbers and booleans unchanged', async () => {
    await server.database.asOwner(
      `insert into cfs.samples (tenant_id, sample_id, name, big, price, is_open, rank)
       values ($1, gen_random_uuid(), 'numbers', -5, -2.75, false, -1)`,
      [server.tenants.own],
    );
    const text = await file("$filter=name eq 'numbers'&$select=price,isOpen,big,rank");
    expect(lines(text)).toEqual(['price,isOpen,big,rank', '-2.75,false,-5,-1']);
  });

  test('replaces values by the given words', async () => {
    const columns = ['name', 'isOpen', 'rank', 'note', 'kind', 'maker/name'] as const;
    const words: (ExportWords | null)[] = [
      null,
      { of: { true: 'Yes', false: 'No' } },
      { of: { '1': '=One, "1"' } },
      { empty: 'None', other: 'Some' },
      {},
      { empty: 'Nobody' },
    ];
    interface Sample extends Record<Exclude<(typeof columns)[number], 'maker/name'>, string | number | boolean | null> {
      readonly maker: { readonly name: string } | null;
    }
    const answer = await server.as('Viewer', 'all').get('/v1/samples?$orderby=sampleId&$expand=maker&$top=60');
    const { value } = answer.body as { value: Sample[] };
    const option = encodeURIComponent(JSON.stringify(words));
    const text = await file(`$select=${columns.join()}&$orderby=sampleId&$top=60&words=${option}`);
    const cell = (row: Sample, path: (typeof columns)[number], index: number): string =>
      exportedText(path === 'maker/name' ? row.maker?.name : row[path], words[index] ?? undefined);
    const records = value.map((row) => csvRecord(columns.map((path, index) => cell(row, path, index))));
    expect(text).toBe(csvRecord(columns) + records.join(''));
    for (const word of ['Yes', `'=One`, 'None', 'Some', 'Nobody']) expect(text).toContain(word);
  });

  test('quotes the empty cell of a single column, so that its line is not empty', async () => {
    expect(lines(await file("$filter=name eq 'many'&$select=moment&$top=2"))).toEqual(['moment', '""', '""']);
  });
});

describe('a caller of an export', () => {
  test('may request the next export right after a complete file', async () => {
    for (let asked = 0; asked < 10; asked += 1) expect((await ask('$top=1')).status).toBe(200);
  });

  test('gets only the rows of their own tenants', async () => {
    const own = await ask('$select=tenantId', server.tenants.own);
    expect(new Set(lines(own.text))).toEqual(new Set(['tenantId', server.tenants.own]));
    const none = await ask('$select=tenantId', server.tenants.foreign);
    expect(none.text).toBe('tenantId\r\n');
  });

  test.each([
    ['$select=secret', 400],
    ['$select=hidden', 400],
    ['$select=maker/secret', 400],
    ['$select=maker', 400],
    ['$select=parts/label', 400],
    ['$select=name/x', 400],
    ['$expand=parts', 400],
    ['$expand=nobody', 400],
    ['$filter=nam eq 1', 400],
    ['$top=x', 400],
    ['headings=x', 400],
    ['headings=%5B1%5D', 400],
    ['headings=%ED%A0%80', 400],
    ['headings=%5B%22a%22%5D', 400],
    ['headings=%5B%5D&headings=%5B%5D', 400],
    ['words=x', 400],
    ['words=%5B%7B%22of%22%3A%22a%22%7D%5D', 400],
    ['words=%5B%7B%22els%22%3A%22a%22%7D%5D', 400],
    ['words=%5Bnull%5D', 400],
    ['words=%5B%5D&words=%5B%5D', 400],
    ['$apply=groupby((name))', 501],
    ['$nothing=1', 400],
  ])('is refused %s with %i', async (query, status) => {
    expect((await ask(query)).status).toBe(status);
  });

  test.each([
    ['$select', `$select=${'rank,'.repeat(1_400)}rank`, 5_000],
    ['$expand', `$select=${'rank,'.repeat(998)}rank&$expand=maker`, 0],
  ])('is refused more than 1,000 columns, at the first excess one in %s', async (option, query, position) => {
    expect(await ask(query)).toMatchObject({
      status: 400,
      body: {
        detail: `${option}: There are more than 1000 columns. (position ${position})`,
        option,
        position,
      },
    });
  });

  test('gets 1,000 columns', async () => {
    const [heading = ''] = lines(await file(`$select=${'rank,'.repeat(999)}rank&$top=1`));
    expect(heading.split(',')).toHaveLength(1_000);
  });

  test('without the permission or a credential is refused', async () => {
    expect((await server.stranger.get('/v1/samples/Export()')).status).toBe(403);
    expect((await server.anonymous.get('/v1/samples/Export()')).status).toBe(401);
  });

  test('leaves an audit record of what was exported', async () => {
    await ask("$filter=name eq 'ab'&$select=name&$top=5", server.tenants.own);
    const records = await server.database.asOwner(
      `select entity, entity_id, route, after from cfs.audit_records where tenant_id = $1 and entity_id = 'Export()'
       order by recorded desc, audit_id`,
      [server.tenants.own],
    );
    expect(records).toContainEqual({
      entity: 'Sample',
      entity_id: 'Export()',
      route: 'GET /v1/samples/Export',
      after: { $filter: "name eq 'ab'", $select: 'name', $top: 5 },
    });
  });

  test('with two running exports gets 429 for a third', async () => {
    const aborts = [new AbortController(), new AbortController()];
    const running = aborts.map(({ signal }) =>
      fetchFile('/v1/risky/Export()?$select=slow', signal).catch(() => 'gone'),
    );
    await expect.poll(streamStates).toEqual(['active', 'active']);
    const third = await fetchFile('/v1/samples/Export()?$top=1');
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '5']);
    aborts.forEach((abort) => abort.abort());
    expect(await Promise.all(running)).toEqual(['gone', 'gone']);
    await expect.poll(streamStates).toEqual([]);
    await expect.poll(async () => (await fetchFile('/v1/samples/Export()?$top=1')).status).toBe(200);
  });
});

describe('connections for exports', () => {
  test('stay free for other tenants despite slow readers of one', async () => {
    const end = await holdConnections([await server.person('Viewer'), await server.person('Operator')]);
    const third = await server.as('Administrator').get('/v1/samples/Export()?$top=1');
    const other = await ask('$top=1', server.tenants.foreign);
    await end();
    expect([third.status, third.headers['retry-after'], other.status]).toEqual([429, '5', 200]);
  });

  test('that others hold are awaited, then 503 is returned and not logged as a server error', async () => {
    const people = [
      await server.person('Viewer'),
      await server.person('Operator'),
      await server.person('Viewer', 'all'),
      await server.person('Operator', 'all'),
    ];
    const end = await holdConnections(people);
    const refused = await ask('$top=1', server.tenants.foreign);
    await end();
    expect(refused).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { detail: 'Other exports are running. Try again in a moment.' },
    });
    expect(server.takeServerErrors()).toEqual([]);
    expect((await ask('$top=1', server.tenants.foreign)).status).toBe(200);
  });
});

describe('a stream of rows', () => {
  test('contains the rows as they were when it began', async () => {
    const answer = await fetchFile("/v1/samples/Export()?$filter=name eq 'many'&$select=big,note,price&$orderby=big");
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader?.read())?.value ?? '';
    await server.database.asOwner(`update cfs.samples set price = 47.11 where name = 'many'`);
    for (let next = await reader?.read(); next?.value; next = await reader?.read()) text += next.value;
    expect(lines(text)).toHaveLength(manyRows + 1);
    expect(text).not.toContain('47.11');
  });

  test('releases its connection when the reader disconnects', async () => {
    const abort = new AbortController();
    const answer = await fetchFile('/v1/samples/Export()?$select=big,note,name,note,note,note', abort.signal);
    await answer.body?.getReader().read();
    abort.abort();
    await expect.poll(streamStates).toEqual([]);
  });

  test('cancels the statement when the reader disconnects', async () => {
    const abort = new AbortController();
    const answer = fetchFile('/v1/risky/Export()?$select=slow', abort.signal).catch((error: Error) => error.name);
    await expect.poll(streamStates).toEqual(['active']);
    abort.abort();
    expect(await answer).toBe('AbortError');
    await expect.poll(streamStates).toEqual([]);
  });

  test('is aborted when a later row fails', async () => {
    const answer = await fetchFile("/v1/risky/Export()?$filter=name eq 'many'&$select=big,note,failing&$orderby=big");
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow('terminated');
    await expect.poll(streamStates).toEqual([]);
    expect(await loggedBreak()).toContain('division by zero');
  });

  test('returns a problem document when the first row fails', async () => {
    const answer = await fetchFile('/v1/risky/Export()?$filter=big eq 1100&$select=failing');
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });

  test('is aborted when its backend is terminated', async () => {
    const answer = await fetchFile(
      "/v1/samples/Export()?$filter=name eq 'many'&$select=big,note,note,note&$orderby=big",
    );
    await server.database.asOwner(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'cfs-stream' and datname = current_database()`,
    );
    await expect(answer.text()).rejects.toThrow('terminated');
    expect(await loggedBreak()).toContain('an export was aborted');
  });
});

test.each(fixtureTenants)('an export of tenant %s contains no rows of other tenants', async (tenantId) => {
  const text = await file(`$filter=tenantId eq ${tenantId}&$select=tenantId`);
  expect(new Set(lines(text))).toEqual(new Set(['tenantId', tenantId]));
});
