import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createFixture,
  fixtureMakers,
  fixtureSamples,
  fixtureTenants,
  makerEntity,
  sampleEntity,
} from '../../../testing/odata-fixture.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { listRoute } from '../list-route.ts';

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
  readonly '@odata.count'?: number;
  readonly '@odata.nextLink'?: string;
}

const get = (address: string, size?: number) =>
  server.as('Viewer', 'all').get(address, size === undefined ? {} : { prefer: `odata.maxpagesize=${size}` });

const pageOf = async (address: string, size?: number): Promise<Page> => {
  const answer = await get(address, size);
  expect(answer.status, `${address}: ${answer.text}`).toBe(200);
  return answer.body as Page;
};

const addressOf = (page: Page): string | undefined => page['@odata.nextLink']?.replace(/^http:\/\/[^/]+/, '');

/** Follows the pages from an address on and returns their ids; `between` runs before each next page. */
const follow = async (first: string, size: number, between?: (page: number) => Promise<void>): Promise<string[]> => {
  const seen: string[] = [];
  let address: string | undefined = first;
  for (let number = 1; address !== undefined; number += 1) {
    // The size is requested once: the following pages keep it.
    const page: Page = await pageOf(address, number === 1 ? size : undefined);
    expect(page.value.length).toBeLessThanOrEqual(size);
    seen.push(...page.value.map((row) => String(row['sampleId'])));
    address = addressOf(page);
    if (address !== undefined) await between?.(number);
    expect(number).toBeLessThan(200);
  }
  return seen;
};

const orders = [
  'name',
  'name desc',
  'note',
  'note desc',
  'rank',
  'rank desc,note',
  'moment desc,rank',
  'kind,price desc',
  'isOpen desc',
  'maker/name desc,name',
  'maker/name',
  'length(name) desc',
  'rank add 1',
  'price div 3 desc',
  'year(moment),big desc',
  'parts/$count desc,name desc',
  'big eq 0,tenantId desc',
  'sampleId desc',
  'moment sub 2026-01-01T00:00:00Z',
  'date(moment) desc',
  'time(moment)',
  'contains(name,@p) desc',
];

describe('pages that end at the page size', () => {
  test.each(orders)('continue after the last row: %s', async (order) => {
    const query = `$select=sampleId&$orderby=${order}&@p='b'`;
    const whole = (await pageOf(`/v1/samples?${query}`)).value.map((row) => row['sampleId']);
    expect(whole).toHaveLength(fixtureSamples.length);
    expect(await follow(`/v1/samples?${query}`, 7)).toEqual(whole);
  });

  test.each([
    "$filter=contains(name,'b')",
    '$search=ab',
    '$search=abc',
    '$apply=filter(rank ge 0)',
    '$apply=orderby(name desc)/top(40)',
    '$top=33',
    '$skip=11',
    '$skip=11&$top=20&$count=true',
    '$expand=maker,parts',
  ])('continue with any other option: %s', async (options) => {
    const query = options.startsWith('$apply=orderby') ? options : `${options}&$orderby=note desc,name`;
    const whole = (await pageOf(`/v1/samples?${query}`)).value.map((row) => row['sampleId']);
    expect(whole.length).toBeGreaterThan(5);
    expect(await follow(`/v1/samples?${query}`, 4)).toEqual(whole);
  });

  test('count the whole list on every page', async () => {
    const first = await pageOf('/v1/samples?$count=true', 50);
    const second = await pageOf(addressOf(first) ?? '');
    expect([first['@odata.count'], second['@odata.count']]).toEqual([fixtureSamples.length, fixtureSamples.length]);
  });

  test('report the applied preference', async () => {
    const { headers } = await get('/v1/samples', 5);
    expect(headers['preference-applied']).toBe('odata.maxpagesize=5');
    expect((await get('/v1/samples')).headers['preference-applied']).toBeUndefined();
    for (const prefer of ['maxpagesize=0', 'odata.maxpagesize=x', 'return=minimal'])
      expect((await server.as('Viewer', 'all').get('/v1/samples', { prefer })).headers).not.toHaveProperty(
        'preference-applied',
      );
  });

  test('of groups continue by offset', async () => {
    const query = '$apply=groupby((name,rank))&$orderby=name,rank';
    const whole = (await pageOf(`/v1/samples?${query}`)).value;
    const seen: unknown[] = [];
    let address: string | undefined = `/v1/samples?${query}`;
    while (address !== undefined) {
      const page: Page = await pageOf(address, 9);
      seen.push(...page.value);
      address = addressOf(page);
    }
    expect(seen).toEqual(whole);
  });

  test('continue exactly to the microsecond, and for numbers of any length', async () => {
    const ids = Array.from({ length: 40 }, (_, n) => `0000000f-0000-4000-8000-${String(n).padStart(12, '0')}`);
    await server.database.asOwner(
      `alter table cfs.samples alter moment type timestamptz;
       insert into cfs.samples (tenant_id, sample_id, name, big, moment, price)
       select '${fixtureTenants[0]}', ('0000000f-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'exact', 9007199254740993,
         '2026-03-02T10:00:00Z'::timestamptz + n * interval '1 microsecond', 1 + n * 1e-30
       from generate_series(0, 39) n`,
    );
    for (const order of ['moment', 'moment desc', 'price', 'price desc', 'big,moment'])
      expect(await follow(`/v1/samples?$filter=name eq 'exact'&$select=sampleId&$orderby=${order}`, 3), order).toEqual(
        order.endsWith('desc') ? ids.toReversed() : ids,
      );
    await server.database.asOwner(`delete from cfs.samples where name = 'exact'`);
  });
});

test.each([
  ['name', "name = 'Moved ' || name"],
  ['note desc,name desc', "note = nullif(coalesce(note, '') || 'x', 'ax')"],
  ['moment desc', 'moment = case when random() < 0.5 then null else now() end'],
  ['maker/name,rank desc', 'rank = rank - 7'],
])('unchanged rows are returned exactly once despite concurrent writes: %s', async (order, change) => {
  await server.database.asOwner(
    `insert into cfs.samples (tenant_id, sample_id, name, note, rank, big, moment, maker_id)
       select ($1::uuid[])[1 + n % 3], gen_random_uuid(), 'Row ' || n % 700, nullif('note ' || n % 50, 'note 7'),
         nullif(n % 40, 3), n, case when n % 9 > 0 then '2026-01-01'::timestamptz + (n % 500) * interval '1 hour' end,
         case when n % 5 > 0 then '00000001-0000-4000-8000-00000000000' || n % 3 end::uuid
       from generate_series(1, 3000) n`,
    [fixtureTenants],
  );
  const scope = '$filter=big ge 1 and (startswith(name,%27Row%27) or startswith(name,%27Moved%27))';
  const stay = await server.database.asOwner<{ id: string }>(
    `select sample_id as id from cfs.samples where name like 'Row%' and big % 10 < 7`,
  );
  const seen = await follow(`/v1/samples?$select=sampleId&$orderby=${order}&${scope}`, 100, async (page) => {
    const turn = page % 10;
    await server.database.asOwner(`delete from cfs.samples where name like 'Row%' and big % 10 = 7 and big % 30 = $1`, [
      7 + 10 * (turn % 3),
    ]);
    await server.database.asOwner(
      `update cfs.samples set ${change} where name like 'Row%' and big % 10 = 8 and big % 7 = $1`,
      [turn % 7],
    );
    await server.database.asOwner(
      `insert into cfs.samples (tenant_id, sample_id, name, note, rank, big, moment)
         select ($1::uuid[])[1 + n % 3], gen_random_uuid(), 'Row ' || n * 31, 'note ' || n, n, 9, now() from generate_series(1, 40) n`,
      [fixtureTenants],
    );
  });
  const times = new Map<string, number>();
  for (const id of seen) times.set(id, (times.get(id) ?? 0) + 1);
  expect(stay.length).toBeGreaterThan(2_000);
  expect(stay.filter(({ id }) => times.get(id) !== 1)).toEqual([]);
  await server.database.asOwner(`delete from cfs.samples where name like 'Row%' or name like 'Moved%'`);
});

describe('a token', () => {
  const tokenOf = async (query: string): Promise<string> => {
    const page = await pageOf(`/v1/samples?${query}`, 5);
    return new URL(page['@odata.nextLink'] ?? '').searchParams.get('$skiptoken') ?? '';
  };
  const statusOf = async (query: string): Promise<number> => (await get(`/v1/samples?${query}`)).status;

  test('is valid for the order of its query only', async () => {
    const token = await tokenOf('$orderby=name');
    expect(await statusOf(`$orderby=name&$skiptoken=${token}`)).toBe(200);
    expect(await statusOf(`$orderby=name&$filter=rank gt 1&$top=3&$skiptoken=${token}`)).toBe(200);
    for (const query of [
      '',
      '$orderby=name desc',
      '$orderby=note',
      '$orderby=name,note',
      '$apply=filter(true)&$orderby=name',
    ])
      expect(await statusOf(`${query}&$skiptoken=${token}`), query).toBe(400);
    expect(await statusOf(`$orderby=name&$skip=1&$skiptoken=${token}`)).toBe(400);
    expect((await get(`/v1/makers?$orderby=name&$skiptoken=${token}`)).status).toBe(400);
    const aliased = await tokenOf('$orderby=length(@p) desc&@p=name');
    expect(await statusOf(`$orderby=length(@p) desc&@p=name&$skiptoken=${aliased}`)).toBe(200);
    expect(await statusOf(`$orderby=length(@p) desc&@p=note&$skiptoken=${aliased}`)).toBe(400);
  });

  test('with one changed character is refused', async () => {
    const token = await tokenOf('$orderby=name');
    for (let at = 0; at < token.length; at += 3) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      const isSame = Buffer.from(changed, 'base64url').equals(Buffer.from(token, 'base64url'));
      expect(await statusOf(`$orderby=name&$skiptoken=${changed}`), changed).toBe(isSame ? 200 : 400);
    }
  });

  test('that is forged is validated like any input', async () => {
    const { createHash } = await import('node:crypto');
    const forged = (change: (token: Record<string, unknown>) => unknown, of: string) => {
      const body = JSON.parse(Buffer.from(of, 'base64url').toString().slice(16)) as Record<string, unknown>;
      const text = JSON.stringify(change(body));
      return Buffer.from(createHash('sha256').update(text).digest('hex').slice(0, 16) + text).toString('base64url');
    };
    const order = '$orderby=rank,moment desc,isOpen,price';
    const token = await tokenOf(order);
    expect(await statusOf(`${order}&$skiptoken=${forged((body) => body, token)}`)).toBe(200);
    const places: readonly unknown[] = [
      [],
      [null],
      'x',
      null,
      Array.from({ length: 17 }, () => null),
      ['1; drop table cfs.samples', null, null, null, null, null],
      ['1', "2026-01-01' or true", null, null, null, null],
      ['1', null, 'maybe', null, null, null],
      ['1', null, 'true', '1e9999', null, null],
      ['1', null, 'true', '1', null, null],
      ['99999999999999999999999', null, 'true', '1', fixtureTenants[0], fixtureTenants[0]],
      ['1', '2026-13-45 00:00:00+00', 'true', '1', fixtureTenants[0], fixtureTenants[0]],
      [1, null, null, null, null, null],
      ['\u0000', null, null, null, null, null],
    ];
    for (const k of places)
      expect(
        await statusOf(`${order}&$skiptoken=${forged((body) => ({ ...body, k }), token)}`),
        JSON.stringify(k),
      ).toBe(400);
    for (const more of [{ p: 0 }, { p: 1.5 }, { p: 'x' }, { q: 1 }, { q: 'x' }, { x: 1 }, { o: 1 }])
      expect(await statusOf(`${order}&$skiptoken=${forged((body) => ({ ...body, ...more }), token)}`)).toBe(400);
    for (const text of ['x', '', '%00', 'AAAA', 'eyJ', 'A'.repeat(7_000)])
      expect(await statusOf(`${order}&$skiptoken=${text}`)).toBe(400);
  });

  test('does not expose rows of another tenant', async () => {
    const token = await tokenOf('$orderby=name');
    const page = await server.as('Viewer').get(`/v1/samples?$orderby=name&$skiptoken=${token}`);
    expect([page.status, page.text]).toEqual([page.status, expect.not.stringContaining('sampleId')]);
  });
});
