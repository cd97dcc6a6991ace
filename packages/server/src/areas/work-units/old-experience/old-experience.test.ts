import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAnswer } from '../../../testing/test-client.ts';
import { areasNamed } from '../../../testing/areas-named.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { columns } from './old-list-columns.ts';

let server: TestServer;
let address: string;

const seeds = [
  { title: 'Printer is out of paper', severityId: 'Sev3' },
  {
    title: 'Mail is down <script>alert(1)</script>',
    severityId: 'Sev0',
    stakeHolderFullName: `"><img src=x onerror=1>`,
  },
  { title: 'Mail is slow & odd', severityId: 'Sev1', assignedTo: 'alice@example.com' },
  ...Array.from({ length: 30 }, (_, index) => ({ title: `Routine ${index + 1}`, severityId: 'Sev4' })),
];

beforeAll(async () => {
  server = await startTestServer({ areas: areasNamed('work-units') });
  await server.colleague('alice@example.com');
  address = `/${server.tenants.own}/workunits/index`;
  for (const seed of seeds) {
    server.clock.advance(1_000);
    await server.as('Operator').put('/v1/workunits', { workUnitTypeId: 1, ...seed });
  }
  await server
    .as('Operator', server.tenants.foreign)
    .put('/v1/workunits', { title: 'Mail of others', severityId: 'Sev0', workUnitTypeId: 1 });
});
afterAll(() => server.close());

/** The cookie that the portal's call brings, as a browser would send it back. */
const cookieOf = async (): Promise<string> => {
  const { status, headers } = await server.as('Viewer').put('/v1/workunits/oldexperience', undefined);
  expect(status).toBe(204);
  return String(headers['set-cookie']).replace(/;.*/, '');
};

const open = async (query = ''): Promise<TestAnswer> =>
  server.anonymous.get(`${address}${query}`, { cookie: await cookieOf() });

const titles = ({ text }: TestAnswer): string[] =>
  [...text.matchAll(/workUnitId=\d+">([^<]*)</g)].map((match) => match[1] ?? '');

describe('the old experience', () => {
  test('shows units by severity, then newest first, without scripts', async () => {
    const answer = await open();
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(titles(answer)).toHaveLength(25);
    expect(titles(answer).slice(1, 3)).toEqual(['Mail is slow &amp; odd', 'Printer is out of paper']);
    expect(answer.text).not.toContain('<script');
    expect(answer.text).not.toContain('Mail of others');
  });

  test.each([
    ['Europe/Oslo', '2/Mar/2026 11:00 GMT+1'],
    ['UTC', '2/Mar/2026 10:00 UTC'],
    ['Nowhere/Town', '2/Mar/2026 10:00 UTC'],
  ])('shows dates as the portal does, in the zone %s', async (zone, date) => {
    await server.database.asOwner(
      `update cfs.work_units set created = '2026-03-02T10:00:00Z' where title like 'Printer%'`,
    );
    const cookie = `${await cookieOf()}; cfs-time-zone=${zone}`;
    const { text } = await server.anonymous.get(`${address}?search=printer`, { cookie });
    expect(text).toContain(date);
  });

  test('offers types by their labels, without Legacy', async () => {
    const { text } = await open();
    expect(text).toContain('<option value="Request" >User Request</option>');
    expect(text).not.toContain('Legacy');
  });

  test('escapes user input', async () => {
    const { text } = await open('?search=%22%3E%3Csvg%20onload%3D1%3E');
    expect(text).toContain('value="&quot;&gt;&lt;svg onload=1&gt;"');
    const list = await open('?search=down');
    expect(list.text).toContain('Mail is down &lt;script&gt;alert(1)&lt;/script&gt;');
    expect(list.text).toContain('&quot;&gt;&lt;img src=x onerror=1&gt;');
    expect(list.text).not.toMatch(/<svg|<img|<script/);
  });

  test('has a policy without scripts and external resources', async () => {
    const { headers, text } = await open();
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; style-src 'nonce-[\w+/=]{24}'; img-src data:; form-action 'self'/);
    expect(policy).not.toContain('script-src');
    expect(text).toContain(`nonce="${/nonce-([\w+/=]+)/.exec(policy)?.[1] ?? ''}"`);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('has the columns of the list, by their names', async () => {
    const { text } = await open();
    const headers = [...text.matchAll(/<th[^>]*>(.*?)<\/th>/gs)].map(([, cell = '']) =>
      cell.replaceAll(/<[^>]+>|[↑↓▲▼]/g, '').trim(),
    );
    expect(headers).toEqual(columns.map(({ header }) => header));
    expect(headers.slice(0, 5)).toEqual(['ID', 'Tenant', 'Title', 'Severity', 'State']);
  });

  test('shows when a unit was created and last updated', async () => {
    const { text } = await open('?search=printer');
    const [row = ''] = /<tr>(?:(?!<\/tr>)[\s\S])*Printer is out of paper[\s\S]*?<\/tr>/.exec(text) ?? [];
    expect(row.match(/2\/Mar\/2026 \d\d:\d\d/g)).toHaveLength(2);
  });

  test('has links to the next and the previous page', async () => {
    const first = await open('?size=10&sort=title');
    expect(titles(first)).toHaveLength(10);
    expect(first.text).toContain('>Next page<');
    expect(first.text).not.toContain('>Previous page<');
    const last = await open('?size=10&sort=title&page=4');
    expect(titles(last)).toHaveLength(3);
    expect(last.text).not.toContain('>Next page<');
    expect(last.text).toContain('Rows 31 to 33');
  });

  test('sorts by a heading in both directions', async () => {
    const upwards = titles(await open('?size=100&sort=title'));
    const downwards = titles(await open('?size=100&sort=-title'));
    expect(upwards.at(-1)).toBe('Routine 30');
    expect(downwards).toEqual(upwards.toReversed());
    const [upward, downward] = [(await open('?sort=title')).text, (await open('?sort=-title')).text];
    expect([upward.includes('aria-sort="ascending"'), upward.includes('Title ↑')]).toEqual([true, true]);
    expect([downward.includes('aria-sort="descending"'), downward.includes('Title ↓')]).toEqual([true, true]);
  });

  test('filters by state and type and searches', async () => {
    expect(titles(await open('?search=mail&type=Incident'))).toHaveLength(2);
    expect(titles(await open('?search=mail&type=ChangeRequest'))).toEqual([]);
    expect(titles(await open('?state=Resolved'))).toEqual([]);
    expect(titles(await open('?state=New&search=printer'))).toEqual(['Printer is out of paper']);
    expect(titles(await open('?state=all&size=100'))).toHaveLength(seeds.length);
  });

  test.each([
    '?page=-1',
    '?page=1e99',
    '?size=7',
    '?sort=constructor',
    '?sort=-secret',
    '?state=__proto__',
    '?type=toString',
    '?search=%01%ED%A0%80%22%5C',
    '?search=%22',
    `?search=${'x'.repeat(4_000)}`,
    `?search=${encodeURIComponent('🙂'.repeat(150))}`,
    '?search=a&search=b',
    '?state[]=x&page[a]=1',
    '?%FF',
  ])('ignores invalid parts of the query %s', async (query) => {
    const { status, text } = await open(query);
    expect(status, text).toBe(200);
  });
});

describe('a visitor of the old experience', () => {
  test('without a cookie gets a link to the portal', async () => {
    const { status, text, headers } = await server.anonymous.get(address);
    expect(status).toBe(401);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain('You are signed out');
    expect(text).toContain(`href="/${server.tenants.own}/workunitsv2"`);
  });

  test('in a browser is redirected to the sign-in of the portal, with the query', async () => {
    const { status, headers } = await server.anonymous.get(`${address}?search=mail`, { accept: 'text/html,*/*' });
    expect([status, headers['location']]).toEqual([303, `/${server.tenants.own}/oldexperience?search=mail`]);
  });

  test.each(['cfs-page=nonsense', 'cfs-page=', 'cfs-page=a b', 'other=1; cfs-page=x.y.z'])(
    'with %s gets 401',
    async (cookie) => {
      expect((await server.anonymous.get(address, { cookie })).status).toBe(401);
    },
  );

  test('who signs out of the portal gets the cookies of all tenants removed', async () => {
    const { own, foreign } = server.tenants;
    const body = { tenantIds: [own, foreign.toUpperCase()] };
    const { status, headers } = await server.as('Viewer').delete('/v1/workunits/oldexperience', body);
    expect([status, headers['set-cookie']]).toEqual([
      204,
      [own, foreign].map((id) => `cfs-page=; Path=/${id}/workunits; Max-Age=0; HttpOnly; SameSite=Strict`),
    ]);
    const hostile = { tenantIds: ['/; Domain=elsewhere.example'] };
    expect((await server.as('Viewer').delete('/v1/workunits/oldexperience', hostile)).status).toBe(400);
  });

  test('at an address without a tenant gets a page with 400', async () => {
    const { status, headers } = await server.anonymous.get('/nowhere/workunits/index', { cookie: await cookieOf() });
    expect([status, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
  });

  test('gets 403 for a tenant without a grant', async () => {
    const cookie = await cookieOf();
    const foreign = await server.anonymous.get(`/${server.tenants.foreign}/workunits/index`, { cookie });
    expect(foreign.status).toBe(403);
    expect(foreign.text).toContain('No access');
  });

  test('whose sign-in has ended gets 401 and the cookie removed', async () => {
    const token = await server.identity.sign({ sub: (await server.person('Viewer')).subject, sid: 'ended' });
    const client = server.withCredential(token);
    const opened = await client.put('/v1/workunits/oldexperience', undefined);
    const cookie = String(opened.headers['set-cookie']).replace(/;.*/, '');
    expect((await server.anonymous.get(address, { cookie })).status).toBe(200);
    await server.services.sessions.end(token);
    const { status, headers } = await server.anonymous.get(address, { cookie });
    expect(status).toBe(401);
    expect(String(headers['set-cookie'])).toMatch(/^[\w-]+=; Path=\/[0-9a-f-]{36}\/workunits; Max-Age=0;/);
  });

  test('without permission to view work units gets no cookie', async () => {
    expect((await server.as('Requester').put('/v1/workunits/oldexperience', undefined)).status).toBe(403);
    expect((await server.anonymous.put('/v1/workunits/oldexperience', undefined)).status).toBe(401);
  });

  test('gets a cookie that is HttpOnly and SameSite=Strict', async () => {
    const { headers } = await server.as('Viewer').put('/v1/workunits/oldexperience', undefined);
    expect(String(headers['set-cookie'])).toMatch(
      new RegExp(`^cfs-page=[\\w.-]+; Path=/${server.tenants.own}/workunits; Max-Age=3600; HttpOnly; SameSite=Strict$`),
    );
  });

  test('cannot use the cookie for calls of the API', async () => {
    expect((await server.anonymous.get('/v1/workunits', { cookie: await cookieOf() })).status).toBe(401);
  });
});

describe('the cookie of a portal that is published over https', () => {
  let published: TestServer;
  let cookie: string;
  beforeAll(async () => {
    published = await startTestServer({ environment: { PUBLIC_ORIGIN: 'https://portal.example.com' } });
    const { headers } = await published.as('Viewer').put('/v1/workunits/oldexperience', undefined);
    cookie = String(headers['set-cookie']);
  });
  afterAll(() => published.close());
  const openWith = (value: string) =>
    published.anonymous.get(`/${published.tenants.own}/workunits/index`, { cookie: value });

  test('has the __Host- prefix, so that only this host can set it, and applies to all paths', () => {
    expect(cookie).toMatch(/^__Host-cfs-page=[\w.-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Strict; Secure$/);
  });

  test('opens the page, unlike one without the prefix', async () => {
    const [pair = ''] = cookie.split(';');
    expect((await openWith(`a=b; ${pair}; c=d`)).status).toBe(200);
    expect((await openWith(pair.replace('__Host-', ''))).status).toBe(401);
    expect((await openWith(`x${pair}`)).status).toBe(401);
  });

  test('is removed once for all tenants', async () => {
    const body = { tenantIds: [published.tenants.own, published.tenants.foreign] };
    const { headers } = await published.as('Viewer').delete('/v1/workunits/oldexperience', body);
    expect([headers['set-cookie']].flat()).toEqual([
      '__Host-cfs-page=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
    ]);
  });
});
