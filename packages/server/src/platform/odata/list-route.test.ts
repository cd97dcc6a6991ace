import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createFixture,
  fixtureMakers,
  fixtureSamples,
  fixtureTenants,
  makerEntity,
  sampleEntity,
} from '../../testing/odata-fixture.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { listRoute } from './list-route.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    areas: [
      {
        name: 'samples',
        entities: [sampleEntity, makerEntity],
        routes: (app, services) => {
          listRoute(app, services, sampleEntity);
          listRoute(app, services, makerEntity);
        },
      },
    ],
  });
  await createFixture(server.database, fixtureSamples, fixtureMakers);
});
afterAll(() => server.close());

interface Page {
  readonly value: readonly Readonly<Record<string, unknown>>[];
  readonly '@odata.context': string;
  readonly '@odata.count'?: number;
  readonly '@odata.nextLink'?: string;
}

const ask = async (query: string): Promise<Page> => {
  const answer = await server.as('Viewer', 'all').get(`/v1/samples?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Page;
};

const refuse = async (query: string): Promise<{ status: number; position: unknown; detail: string }> => {
  const { status, body } = await server.as('Viewer', 'all').get(`/v1/samples?${query}`);
  const { position, detail } = body as { position: unknown; detail: string };
  return { status, position, detail };
};

describe('options', () => {
  test('are accepted with and without a dollar sign, in any case', async () => {
    const pages = await Promise.all([
      ask("$filter=name eq 'ab'&$top=2"),
      ask("filter=name eq 'ab'&top=2"),
      ask("%24FILTER=name EQ 'ab'&$Top=2"),
    ]);
    expect(new Set(pages.map((page) => JSON.stringify(page.value))).size).toBe(1);
  });

  test.each([
    ["$filter=name eq 'a'&filter=name eq 'b'", 400, 28],
    ['$top=-1', 400, 0],
    ['$skip=x', 400, 0],
    ['$fliter=true', 400, 0],
    ["$filter=nam eq 'a'", 400, 0],
    ["$filter=__proto__ eq 'a'", 400, 0],
    ["$filter=name eq 'a' and constructor eq 1", 400, 16],
    ["$filter=contains(text,'a')", 400, 9],
    ["$filter=hidden eq 'a'", 400, 0],
    ["$filter=maker/secret eq 's0'", 400, 0],
    ['$filter=rank eq 1 div 0', 400, 14],
    ["$filter=big eq 'x'", 400, 0],
    ["$filter=sampleId eq 'x'", 400, 0],
    ["$filter=kind eq 'Purple'", 400, 8],
    ["$filter=rank eq 'Fourth'", 400, 8],
    ["$filter=kind eq CFS.SampleKind'Purple'", 400, 8],
    ["$filter=kind eq CFS.SampleColor'Red'", 400, 8],
    ["$filter=kind eq Kind'Red'", 400, expect.any(Number)],
    ["$filter=kind in ('Red',CFS.Other'Red')", 400, 15],
    ["$filter=rank eq CFS.SampleKind'Red'", 400, 8],
    ["$filter=name eq CFS.SampleKind'Red'", 400, expect.any(Number)],
    ['$filter=kind eq rank', 400, 0],
    ["$filter=name eq @p&@p='a", 400, 8],
    ['$filter=name eq @p&@p=@p', 400, 8],
    ["$filter=name eq @p&@p='a'&@p='b'", 400, 34],
    ['$filter=true&@1=2', 400, 13],
    ['$filter=name eq @p/x', 400, 10],
    ['$filter=moment gt 0000-01-01', 400, 10],
    ['$filter=name', 400, 0],
    ['$filter=parts/label eq 1', 400, 0],
    ['$orderby=name,secret', 400, 5],
    ['$select=name,secret', 400, 5],
    ['$expand=nobody', 400, 0],
    ['$expand=maker($filter=true)', 400, 0],
    ['$expand=maker($select=secret)', 400, 14],
    ['$apply=groupby((secret))', 400, 9],
    ['$apply=aggregate(name with sum as x)', 400, 10],
    ['$apply=aggregate(rank with sum as x,big with sum as X)', 400, 0],
    ['$filter=%00', 400, expect.any(Number)],
    ['$compute=rank add 1 as x', 501, 0],
    ['$filter=maker eq null', 501, 0],
    ['$filter=isof(name,Edm.String)', 501, 0],
    ['$select=maker/name', 501, 0],
    ['$filter=%ED%A0%80', 400, 8],
  ])('such as %s are refused with %i and the position', async (query, status, position) => {
    expect(await refuse(query)).toMatchObject({ status, position });
  });

  test('in a URL beyond 8 KiB are refused', async () => {
    expect((await refuse(`$filter=name eq '${'x'.repeat(8_300)}'`)).status).toBe(414);
  });
});

describe('pages', () => {
  test.each([0, 1, 2, 24])('skip the first %i rows', async (skip) => {
    const ids = async (query: string) => (await ask(`$orderby=name&$select=sampleId&${query}`)).value;
    const whole = await ids('');
    expect(await ids(`$skip=${skip}`)).toEqual(whole.slice(skip));
    expect(await ids(`$skip=${skip}&$top=3`)).toEqual(whole.slice(skip, skip + 3));
    expect(await ids(`$apply=filter(true)&$skip=${skip}`)).toEqual((await ids('$apply=filter(true)')).slice(skip));
  });

  test('sort null first in ascending and last in descending order', async () => {
    const ascending = (await ask('$orderby=rank&$select=rank')).value.map((row) => row['rank']);
    const descending = (await ask('$orderby=rank desc&$select=rank')).value.map((row) => row['rank']);
    expect(ascending[0]).toBeNull();
    expect(descending.at(-1)).toBeNull();
    expect(ascending.filter((rank) => rank !== null)).toEqual(
      ascending.filter((rank) => rank !== null).toSorted((left, right) => Number(left) - Number(right)),
    );
  });

  test.each(['name', 'maker/name desc,name', 'length(name) desc', 'rank,moment desc', 'kind', 'sampleId desc'])(
    'sorted by %s follow each other without a gap',
    async (order) => {
      const whole = (await ask(`$orderby=${order}&$select=sampleId`)).value;
      const parts = await Promise.all(
        [0, 25, 50, 75].map((skip) => ask(`$orderby=${order}&$select=sampleId&$top=25&$skip=${skip}`)),
      );
      expect(parts.flatMap((page) => page.value)).toEqual(whole);
      expect(new Set(whole.map((row) => row['sampleId'])).size).toBe(fixtureSamples.length);
    },
  );

  test.each(["rank eq 'Second'", "'second' eq rank", "rank in ('Second',3)", 'rank in (2,3)', "rank ge 'Third'"])(
    'filtered by %s accept names as well as numbers of a property with names',
    async (filter) => {
      const ranks = filter.includes('in') ? [2, 3] : filter.includes('ge') ? [3, 7, 2_147_483_647] : [2];
      const count = fixtureSamples.filter(({ rank }) => rank !== null && ranks.includes(rank)).length;
      expect(count).toBeGreaterThan(0);
      expect(await ask(`$count=true&$top=0&$filter=${filter}`)).toMatchObject({ '@odata.count': count });
    },
  );

  test('contain a count only if it is requested', async () => {
    expect(await ask('$top=1')).not.toHaveProperty('@odata.count');
    expect(await ask("$count=true&$top=1&$filter=kind eq 'Red'")).toMatchObject({
      '@odata.count': fixtureSamples.filter((row) => row.kind === 'Red').length,
    });
    expect((await server.as('Viewer', 'all').get("/v1/samples/$count?$filter=kind eq 'Red'")).text).toBe(
      String(fixtureSamples.filter((row) => row.kind === 'Red').length),
    );
  });

  test('of more than a thousand rows link to the next one', async () => {
    await server.database.asOwner(
      `insert into cfs.makers select '00000000-0000-0000-0000-000000000001', gen_random_uuid(), 'Many', 's' from generate_series(1, 1100)`,
    );
    const first = await server.as('Viewer', 'all').get("/v1/makers?$filter=name eq 'Many'&$select=makerId&$count=true");
    const page = first.body as Page;
    expect(page.value).toHaveLength(1_000);
    expect(page['@odata.count']).toBe(1_100);
    const second = await server
      .as('Viewer', 'all')
      .get(new URL(page['@odata.nextLink'] ?? '').href.replace(/^http:\/\/[^/]+/, ''));
    const rest = second.body as Page;
    expect(rest.value).toHaveLength(100);
    expect(rest).not.toHaveProperty('@odata.nextLink');
    expect(new Set([...page.value, ...rest.value].map((row) => row['makerId'])).size).toBe(1_100);
  });

  test('link to the next one for a query that is too long for a URL', async () => {
    const caller = server.as('Viewer', 'all');
    const others = Array.from({ length: 400 }, (_, n) => `'Other maker of many things ${n}'`);
    const $filter = `name eq 'Many' and not (name in (${others.join()}))`;
    const first = await caller.post('/v1/makers/$query', { $filter, $select: 'makerId', $orderby: 'makerId desc' });
    expect(first.status, first.text).toBe(200);
    const address = ((first.body as Page)['@odata.nextLink'] ?? '').replace(/^http:\/\/[^/]+/, '');
    expect(address).toMatch(/^\/v1\/makers\?\$skiptoken=[\w-]+$/);
    const second = await caller.get(address);
    expect((second.body as Page).value).toHaveLength(100);
    const ids = [first, second].flatMap(({ body }) => (body as Page).value.map((row) => String(row['makerId'])));
    expect(ids).toEqual([...new Set(ids)].toSorted().reverse());
    expect((await caller.get(`${address}&$orderby=makerId`)).status).toBe(400);
  });

  test('continue by offset if the cursor is too long for a URL, and by cursor again afterwards', async () => {
    const caller = server.as('Viewer', 'all');
    // Pages of two from the second row on: the last rows of the second and third page have long names.
    await server.database.asOwner(
      `insert into cfs.makers select '00000000-0000-0000-0000-000000000001', gen_random_uuid(),
        'Long ' || n || case when n in (4, 6) then repeat('x', 6000) else '' end, 's' from generate_series(0, 9) n`,
    );
    const links: string[] = [];
    const names: string[] = [];
    let address: string | undefined = "/v1/makers?$filter=startswith(name,'Long')&$orderby=name&$skip=1";
    while (address !== undefined && links.length < 10) {
      const { body } = await caller.get(address, { prefer: 'odata.maxpagesize=2' });
      const { value, '@odata.nextLink': link }: Page = body as Page;
      names.push(...value.map(({ name }) => String(name).slice(0, 'Long 0'.length)));
      address = link?.replace(/^http:\/\/[^/]+/, '');
      if (address !== undefined) links.push(address.replace(/.*[$]s/, 's').replace(/skiptoken=.*/, 'skiptoken'));
    }
    expect(links).toEqual(['skiptoken', 'skip=5', 'skip=7', 'skiptoken']);
    expect(names).toEqual(Array.from({ length: 9 }, (_, n) => `Long ${n + 1}`));
  });

  test.each(['x', '', '%00', 'AAAA', 'eJw'])('are refused for the malformed token %s', async (token) => {
    expect((await server.as('Viewer', 'all').get(`/v1/makers?$skiptoken=${token}`)).status).toBe(400);
  });
});

test('an enumeration is compared with members of its own type', async () => {
  const red = fixtureSamples.filter((row) => row.kind === 'Red').length;
  for (const literal of ["'Red'", "'red'", '0', "CFS.SampleKind'Red'", "CFS.SampleKind'0'"])
    expect(await ask(`$count=true&$top=0&$filter=kind eq ${literal}`), literal).toMatchObject({ '@odata.count': red });
});

test('parameter aliases are replaced by their values in every option', async () => {
  const written = await ask("$filter=contains(name,'b') and rank in (1,2)&$orderby=length(name) desc,name&$top=9");
  const aliased = await ask(
    "$filter=contains(name,@p) and rank in @list&$orderby=@length desc,name&$top=9&@p='b'&@list=(1,2)&@length=length(name)",
  );
  expect(aliased.value).toEqual(written.value);
  expect(aliased.value.length).toBeGreaterThan(0);
  // The same text with other values: a cached statement must not use the first ones.
  const other = await ask('$filter=true&$orderby=@p desc,sampleId&$top=9&@p=rank');
  expect(await ask('$filter=true&$orderby=@p desc,sampleId&$top=9&@p=name')).not.toEqual(other);
  expect((await ask('$filter=note eq @nothing&$count=true&$top=0'))['@odata.count']).toBe(
    fixtureSamples.filter(({ note }) => note === null).length,
  );
});

test('500 comparisons joined by or fit in a URL', async () => {
  const filter = Array.from({ length: 500 }, (_, n) => `big+eq+${n}`).join('+or+');
  expect(filter.length).toBeLessThan(8 * 1024);
  const page = await ask(`filter=${filter}&count=true&top=0`);
  expect(page['@odata.count']).toBe(fixtureSamples.filter(({ big }) => big >= 0 && big < 500).length);
  const sum = Array.from({ length: 990 }, () => 'big').join('+add+');
  expect((await ask(`$filter=${sum}+ge+0&$top=1`)).value).toHaveLength(1);
});

test.each([
  ['$filter=nam eq 1', 400],
  ['$orderby=nobody', 400],
  ['$orderby=1', 400],
  ['$select=nobody', 400],
  ['$expand=nobody', 400],
  ['$expand=maker($select=secret)', 400],
  ['$top=-1', 400],
  ['$skip=x', 400],
  ['$count=perhaps', 400],
  ['$search="a', 400],
  ['$nothing=1', 400],
  ['$top=1&$top=2', 400],
  ['$skiptoken=x', 400],
  ['$format=atom', 406],
  ['$format=application/json;odata.metadata=full', 406],
  ['$compute=rank add 1 as x', 501],
])('the count refuses what the list refuses: %s', async (query, status) => {
  const viewer = server.as('Viewer', 'all');
  expect((await viewer.get(`/v1/samples?${query}`)).status).toBe(status);
  expect((await viewer.get(`/v1/samples/$count?${query}`)).status).toBe(status);
});

describe('rows', () => {
  test('are returned in wire form', async () => {
    const sample = fixtureSamples.find((row) => row.moment !== null && row.kind !== null && row.price !== null);
    const page = await ask(
      `$filter=sampleId eq ${sample?.sampleId}&$expand=maker,parts($orderby=label desc;$count=true;$expand=sample)`,
    );
    expect(page['@odata.context']).toMatch(/^http:\/\/[^/]+\/v1\/\$metadata#samples\(maker\(\),parts\(sample\(\)\)\)$/);
    expect(page.value).toEqual([
      {
        sampleId: sample?.sampleId,
        tenantId: sample?.tenantId,
        name: sample?.name,
        note: sample?.note,
        rank: sample?.rank,
        big: sample?.big,
        price: sample?.price,
        isOpen: sample?.isOpen,
        moment: sample?.moment,
        kind: sample?.kind,
        text: '{"a": 1}',
        maker: expect.objectContaining({ name: expect.any(String) }),
        parts: sample?.parts
          .toSorted((left, right) => (left.label < right.label ? 1 : -1))
          .map((part) => ({ ...part, sample: { sampleId: sample.sampleId, name: sample.name } })),
        'parts@odata.count': sample?.parts.length,
      },
    ]);
  });

  test('contain only the selected properties', async () => {
    const page = await ask('$select=Name,KIND&$top=1');
    expect(Object.keys(page.value[0] ?? {})).toEqual(['name', 'kind']);
    expect(page['@odata.context']).toMatch(/#samples\(name,kind\)$/);
  });

  test("prefer the tenant's own related row to the shared one", async () => {
    const own = fixtureSamples.find(
      (row) => row.tenantId === fixtureMakers[2]?.tenantId && row.makerId === fixtureMakers[2].makerId,
    );
    const page = await ask(`$filter=sampleId eq ${own?.sampleId} and maker/name eq 'Own one'&$expand=maker`);
    expect(page.value).toMatchObject([{ maker: { name: 'Own one' } }]);
  });
});

describe('aggregations', () => {
  const count = (kind: string | null): number => fixtureSamples.filter((row) => row.kind === kind).length;

  test('group, count and sort', async () => {
    const page = await ask('$apply=groupby((kind),aggregate($count as total,rank with max as top))&$orderby=kind');
    expect(page.value.map((row) => [row['kind'], row['total']])).toEqual(
      [null, 'Red', 'Green', 'Blue'].map((kind) => [kind, count(kind)]),
    );
    expect(page['@odata.context']).toMatch(/#samples\(kind,total,top\)$/);
  });

  test('nest the properties of related rows', async () => {
    const page = await ask("$apply=filter(maker/name eq 'Shared')/groupby((maker/name,tenantId))&$count=true");
    expect(page['@odata.count']).toBe(page.value.length);
    expect(page.value[0]).toEqual({ maker: { name: 'Shared' }, tenantId: expect.any(String) });
  });

  test('accept further transformations of groups', async () => {
    const page = await ask(
      '$apply=groupby((kind),aggregate(big with sum as sum))/filter(sum gt 0)/orderby(sum desc)/top(1)/aggregate($count as n)',
    );
    expect(page.value).toEqual([{ n: 1 }]);
  });

  test('aggregate the result of a preceding slice', async () => {
    const page = await ask(
      '$apply=orderby(name)/skip(10)/top(5)/aggregate($count as n,name with countdistinct as names,price with average as mean)',
    );
    expect(page.value).toMatchObject([{ n: 5 }]);
  });

  test('without groups return rows', async () => {
    const page = await ask("$apply=filter(kind eq 'Red')/orderby(name)/top(3)&$select=kind&$expand=maker");
    expect(page.value).toHaveLength(3);
    expect(page.value[0]).toMatchObject({ kind: 'Red' });
  });
});

test('search finds parts of words in any case', async () => {
  for (const [text, holds] of [
    ['ÄB', (name: string) => name.toLowerCase().includes('äb')],
    ['"10%"', (name: string) => name.includes('10%')],
    ['"x_y"', (name: string) => name === 'x_y'],
    ['abc', (name: string) => name.toLowerCase().includes('abc')],
    ['abc OR bca', (name: string) => /abc|bca/i.test(name)],
    ['NOT b', undefined],
  ] as const) {
    const page = await ask(`$search=${encodeURIComponent(text)}&$count=true&$select=sampleId&$orderby=sampleId`);
    expect(page['@odata.count']).toBe(page.value.length);
    if (holds) expect(page.value.length).toBe(fixtureSamples.filter((row) => holds(row.name)).length);
  }
});

test('a common word is found in the requested order', async () => {
  await server.database.asOwner(
    `insert into cfs.samples (tenant_id, sample_id, name, big)
     select t, gen_random_uuid(), 'Everywhere ' || n, 0 from unnest($1::uuid[]) t, generate_series(1, 1200) n`,
    [fixtureTenants],
  );
  const names = [1200, 1199, 1199, 1199].map((number) => `Everywhere ${number}`);
  const page = await ask('$search=everywhere&$top=4&$skip=2&$orderby=name desc&$select=name');
  expect(page.value.map((row) => row['name'])).toEqual(names);
  const counted = await ask('$search=everywhere&$count=true&$top=4&$skip=2&$orderby=name desc&$select=name');
  expect(counted['@odata.count']).toBe(3_600);
  expect(counted.value.map((row) => row['name'])).toEqual(names);
  await server.database.asOwner(`delete from cfs.samples where name like 'Everywhere%'`);
});

test('a query in a body equals one in the URL', async () => {
  const query = "$filter=name eq 'ab'&$top=2";
  const posted = await server
    .as('Viewer', 'all')
    .send('POST', '/v1/samples/$query', { body: query, headers: { 'content-type': 'text/plain' } });
  expect((posted.body as Page).value).toEqual((await ask(query)).value);
});

test('the service describes its sets', async () => {
  const root = await server.as('Viewer').get('/v1/');
  expect(root.body).toMatchObject({
    value: [{ name: 'makers', kind: 'EntitySet', url: 'makers' }, { name: 'samples' }],
  });
  const { text } = await server.as('Viewer').get('/v1/$metadata');
  expect(text).toContain('<Property Name="moment" Type="Edm.DateTimeOffset" Precision="3"/>');
  expect(text).toContain('<EntityType Name="Part">');
  expect(text).toContain('<NavigationProperty Name="maker" Type="CFS.MakerReference"/>');
});

test('no random option leads to 500', async () => {
  const word = fc.constantFrom(
    ...[
      'name',
      'note',
      'rank',
      'big',
      'price',
      'isOpen',
      'moment',
      'kind',
      'maker',
      'maker/name',
      'parts',
      'parts/any(p:',
      'p/weight',
    ],
    ...[
      'eq',
      'ne',
      'lt',
      'ge',
      'and',
      'or',
      'not',
      'add',
      'mul',
      'div',
      'mod',
      'in',
      '(',
      ')',
      ',',
      'null',
      'true',
      "'a'",
      "'Red'",
      '-',
    ],
    ...[
      '1',
      '0',
      '99999999999999999999',
      '1e300',
      'NaN',
      'INF',
      '-INF',
      '2026-02-28',
      '9999-12-31T23:59:59.999Z',
      "duration'PT1S'",
      "duration'P99999D'",
    ],
    ...[
      'contains(',
      'substring(',
      'length(',
      'year(',
      'date(',
      'round(',
      'now()',
      'concat(',
      'tolower(',
      '00000002-0000-4000-8000-000000000001',
    ],
  );
  const viewer = server.as('Viewer', 'all');
  await fc.assert(
    fc.asyncProperty(
      fc.array(word, { minLength: 1, maxLength: 9 }),
      fc.constantFrom('$filter', '$orderby', '$apply', '$search'),
      async (words, option) => {
        const text = option === '$apply' ? `filter(${words.join(' ')})` : words.join(' ');
        const { status } = await viewer.get(`/v1/samples?${option}=${encodeURIComponent(text)}`);
        expect([200, 400, 501], text).toContain(status);
      },
    ),
    { numRuns: 400 },
  );
});
