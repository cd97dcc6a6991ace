import { parseXml, XmlElement } from '@rgrove/parse-xml';
import type { Communication } from '@cfs/contracts/communications';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Worker } from '../../../platform/durable-work/worker.ts';
import { createTestWorker } from '../../../testing/create-test-worker.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { freshMilliseconds, outageMilliseconds } from './status-page-cache.ts';

const origin = 'https://portal.example.com';
const dayMilliseconds = 86_400_000;
let server: TestServer;
let worker: Worker;
let path: string;

beforeAll(async () => {
  server = await startTestServer({ environment: { PUBLIC_ORIGIN: origin } });
  worker = createTestWorker(server.services, 'communications');
  path = `/status/${server.tenants.own}`;
});
afterAll(() => server.close());

const publish = (isPublic: boolean, tenantId = server.tenants.own) =>
  server.as('Administrator', 'all').put(`/v1/tenants/${tenantId}/statuspage`, { isPublic });
const settle = async (): Promise<void> => {
  while ((await worker.runDue()) > 0);
};
/** Lets the page expire, so that the next request reads it again. */
const expire = (): void => server.clock.advance(60_000);

beforeEach(async () => {
  await server.database.asOwner('delete from cfs.work_unit_communications');
  await publish(false);
  expire();
});

const communicate = async (changes: object = {}): Promise<Communication> => {
  const answer = await server.as('Operator').put('/v1/workunitcommunications', {
    title: 'The mail is down',
    serviceManager: 'secret-manager@example.com',
    tenantId: server.tenants.own,
    currentImpact: 'No mail is delivered',
    maximumImpact: 'secret maximum',
    details: 'secret details',
    rootCause: 'secret cause',
    internalBridge: 'secret bridge',
    nextInternalUpdate: '2026-01-01T00:00:00Z',
    ...changes,
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body as Communication;
};
const update = async ({ workUnitCommunicationId: id }: Communication, changes: object): Promise<void> => {
  const answer = await server.as('Operator').post(`/v1/workunitcommunications/${id}`, changes);
  expect(answer.status, answer.text).toBe(200);
};
const addStep = async ({ workUnitCommunicationId }: Communication, details: string, isCustomerFacing: boolean) => {
  const body = { workUnitCommunicationId, details, isCustomerFacing };
  expect((await server.as('Operator').put('/v1/workunitcommunicationactivities', body)).status).toBe(201);
};
const resolve = (communication: Communication, at: Date): Promise<void> =>
  update(communication, { status: 'Resolved', rootCause: 'A full disk', eventResolved: at.toISOString() });

describe('the setting', () => {
  it('is off by default, and every missing page has the same response', async () => {
    expect((await server.as('Viewer').get(`/v1/tenants/${server.tenants.own}/statuspage`)).body).toEqual({
      isPublic: false,
      address: `${origin}${path}`,
    });
    const answers = await Promise.all(
      [path, '/status/00000000-0000-0000-0000-000000000001', `/status/${server.tenants.foreign}`, '/status/no-id'].map(
        (address) => server.anonymous.get(address),
      ),
    );
    for (const { status, text } of answers) {
      expect(status).toBe(404);
      expect(text).toBe(answers[0]?.text);
    }
  });

  it('takes effect immediately in the process that changes it', async () => {
    await publish(true);
    expect((await server.anonymous.get(path)).status).toBe(200);
    await publish(false);
    expect((await server.anonymous.get(path)).status).toBe(404);
  });

  it('needs Tenants edit', async () => {
    const answer = await server.as('Operator').put(`/v1/tenants/${server.tenants.own}/statuspage`, { isPublic: true });
    expect(answer.status).toBe(403);
  });

  it('returns 400 for an invalid body', async () => {
    const answer = await server
      .as('Administrator', 'all')
      .put(`/v1/tenants/${server.tenants.own}/statuspage`, { isPublic: 1 });
    expect(answer).toMatchObject({ status: 400, body: { errors: { IsPublic: expect.any(Array) } } });
  });
});

describe('the page', () => {
  it('shows the external reports of open communications, and nothing internal', async () => {
    const communication = await communicate({ title: '<b>Mail</b> & calendar' });
    await addStep(communication, 'The supplier works on it', true);
    await addStep(communication, 'secret step', false);
    await publish(true);
    const { text, headers } = await server.anonymous.get(path);
    expect(text).toContain('One open event');
    expect(text).toContain('&lt;b&gt;Mail&lt;/b&gt; &amp; calendar');
    expect(text).toContain('<dt>Current Impact</dt><dd>No mail is delivered</dd>');
    expect(text).toContain('<li>Next: The supplier works on it</li>');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const feed = (await server.anonymous.get(`${path}/feed.atom`)).text;
    for (const inside of ['secret', communication.workUnitCommunicationId, communication.createdBy, '<script']) {
      expect(text).not.toContain(inside);
      expect(feed).not.toContain(inside);
    }
  });

  it('shows closed communications for 90 days, with the root cause of resolved ones', async () => {
    const now = server.clock.now().getTime();
    await resolve(await communicate({ title: 'Long over' }), new Date(now - 91 * dayMilliseconds));
    await resolve(await communicate({ title: 'Just over' }), new Date(now - 89 * dayMilliseconds));
    await update(await communicate({ title: 'A false alarm' }), { status: 'Cancelled' });
    await publish(true);
    const { text } = await server.anonymous.get(path);
    expect(text).toContain('No open events');
    expect(text.indexOf('A false alarm')).toBeLessThan(text.indexOf('Just over'));
    expect(text).toContain('<dt>Root Cause</dt><dd>A full disk</dd>');
    expect(text).not.toContain('Long over');
    expect(text).not.toContain('secret cause');
  });

  it('shows nothing of another tenant', async () => {
    await communicate();
    await publish(true);
    await publish(true, server.tenants.foreign);
    expect((await server.anonymous.get(`/status/${server.tenants.foreign}`)).text).not.toContain('The mail is down');
  });

  it('runs and loads nothing: its policy allows only its style sheet, by hash', async () => {
    await publish(true);
    const { text, headers } = await server.anonymous.get(path);
    const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(text).not.toMatch(/<script|\son\w+=|\sstyle=|src=/i);
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('offers the subscription if visitors may subscribe', async () => {
    const settings = `/v1/tenants/${server.tenants.own}/subscribersettings`;
    await server.as('Operator').put(settings, { allowsVisitors: false });
    await publish(true);
    expect((await server.anonymous.get(path)).text).not.toContain('<form');
    await server.as('Operator').put(settings, { allowsVisitors: true });
    expire();
    expect((await server.anonymous.get(path)).text).toContain(
      '<form method="post" action="/v1/communicationsubscriptions">',
    );
  });

  it('leaves out older events if it would be too large', async () => {
    const communication = await communicate();
    await server.database.asOwner(
      `insert into cfs.work_unit_communications (tenant_id, work_unit_communication_id, title, service_manager, status,
         customer_assistance_required, current_impact, impacted_services, created, created_by, modified, modified_by)
       select tenant_id, gen_random_uuid(), title, service_manager, 5 - 1, false, repeat('<', 4000), repeat('&', 4000),
         created, created_by, modified, modified_by
       from cfs.work_unit_communications cross join generate_series(1, 90) where work_unit_communication_id = $1`,
      [communication.workUnitCommunicationId],
    );
    await publish(true);
    const { text } = await server.anonymous.get(path);
    expect(text.length).toBeLessThan(1_100_000);
    expect(text).toContain('Older events are not shown.');
  });
});

describe('the feed', () => {
  interface Entry {
    readonly id: string;
    readonly title: string;
    readonly updated: string;
    readonly content: string;
  }
  const elements = (parent: XmlElement, name: string): XmlElement[] =>
    parent.children.filter((child): child is XmlElement => child instanceof XmlElement && child.name === name);
  const textOf = (parent: XmlElement, name: string): string => elements(parent, name)[0]?.text ?? '';
  const read = async (): Promise<{ readonly root: XmlElement; readonly entries: readonly Entry[] }> => {
    const { text, headers } = await server.anonymous.get(`${path}/feed.atom`);
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    const { root } = parseXml(text);
    if (!root) throw new TypeError('The feed has no root.');
    const entries = elements(root, 'entry').map((entry) => ({
      id: textOf(entry, 'id'),
      title: textOf(entry, 'title'),
      updated: textOf(entry, 'updated'),
      content: textOf(entry, 'content'),
    }));
    return { root, entries };
  };

  it('is an Atom document with an entry for each event', async () => {
    await communicate({ title: 'Mail <down> \u0001 & out' });
    await publish(true);
    const { root, entries } = await read();
    expect(root.attributes['xmlns']).toBe('http://www.w3.org/2005/Atom');
    expect(textOf(root, 'id')).toBe(`${origin}${path}`);
    expect(entries).toMatchObject([
      { title: 'Open - Investigating: Mail <down>  & out', content: 'Current Impact: No mail is delivered' },
    ]);
    expect(entries[0]?.id).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(elements(root, 'link').map(({ attributes }) => attributes['href'])).toEqual([
      `${origin}${path}/feed.atom`,
      `${origin}${path}`,
    ]);
  });

  it('keeps the id of an entry, and its time unless the external report has changed', async () => {
    const communication = await communicate();
    await settle();
    await publish(true);
    const [first] = (await read()).entries;
    server.clock.advance(60_000);
    await update(communication, { details: 'other details' });
    await settle();
    expire();
    expect((await read()).entries[0]).toEqual(first);
    await update(communication, { currentImpact: 'Mail is slow' });
    await settle();
    expire();
    const [last] = (await read()).entries;
    expect(last?.id).toBe(first?.id);
    expect(Date.parse(last?.updated ?? '')).toBeGreaterThan(Date.parse(first?.updated ?? ''));
  });
});

describe('the cache', () => {
  it('sends a fresh page without the database, and reads a tenant once for concurrent requests', async () => {
    await publish(true);
    const read = vi.spyOn(server.services.gate, 'read');
    await Promise.all(Array.from({ length: 20 }, () => server.anonymous.get(path)));
    expect(read).toHaveBeenCalledTimes(1);
    await server.anonymous.get(`${path}/feed.atom`);
    await server.anonymous.get('/status/99999999-9999-4999-8999-999999999999');
    expect(read).toHaveBeenCalledTimes(1);
    read.mockRestore();
  });

  it('sends the stale page while it is refreshed', async () => {
    await publish(true);
    await server.anonymous.get(path);
    await communicate();
    server.clock.advance(freshMilliseconds);
    expect((await server.anonymous.get(path)).text).toContain('No open events');
    await expect.poll(async () => (await server.anonymous.get(path)).text).toContain('One open event');
  });

  it('sends the page for an hour while the database is unavailable', async () => {
    await publish(true);
    await server.anonymous.get(path);
    const read = vi.spyOn(server.services.gate, 'read').mockRejectedValue(new Error('The database is away.'));
    server.clock.advance(outageMilliseconds - 1);
    expect((await server.anonymous.get(path)).status).toBe(200);
    server.clock.advance(2_000);
    expect((await server.anonymous.get(path)).status).toBe(500);
    expect(server.takeServerErrors()).toHaveLength(1);
    read.mockRestore();
    expect((await server.anonymous.get(path)).status).toBe(200);
  });

  it('sends the default headers and is measured, although it bypasses the framework', async () => {
    await publish(true);
    const { etag = '' } = (await server.anonymous.get(path)).headers as Record<string, string>;
    const answers = [
      await server.anonymous.get(path),
      await server.anonymous.get(`${path}/feed.atom`),
      await server.anonymous.get(path, { 'if-none-match': etag, 'x-request-id': 'of-the-visitor' }),
    ];
    for (const { headers } of answers)
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.stringMatching(/./),
      });
    expect(answers[2]).toMatchObject({ status: 304, headers: { 'x-request-id': 'of-the-visitor' } });
    const head = await server.app.inject({ method: 'HEAD', url: path });
    expect([head.statusCode, head.payload, head.headers['etag']]).toEqual([200, '', etag]);
    const measured = await server.services.metrics.registry.metrics();
    expect(measured).toMatch(
      /http_request_duration_seconds_count\{route="\/status\/:tenantId",method="GET",status="304"\} \d/,
    );
  });

  it('returns 304 for a known entity tag, and compresses the page for each encoding', async () => {
    await communicate();
    await publish(true);
    const page = await server.anonymous.get(path);
    expect(page.headers).toMatchObject({
      'cache-control': 'public, max-age=5, stale-if-error=3600',
      vary: 'accept-encoding',
    });
    const { etag = '' } = page.headers as Record<string, string>;
    expect(etag).toMatch(/^"[\w-]{22}-identity"$/);
    for (const known of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const answer = await server.anonymous.get(path, { 'if-none-match': known });
      expect(answer).toMatchObject({ status: 304, text: '' });
    }
    expect((await server.anonymous.get(path, { 'if-none-match': '"other"' })).status).toBe(200);
    for (const [accepted, unpack] of [
      ['gzip', gunzipSync],
      ['gzip, br', brotliDecompressSync],
    ] as const) {
      const reply = await server.app.inject({ url: path, headers: { 'accept-encoding': accepted } });
      expect(reply.headers['content-encoding']).toBe(accepted.split(', ').at(-1));
      expect(unpack(reply.rawPayload).toString()).toBe(page.text);
    }
    const plain = await server.app.inject({ url: path, headers: { 'accept-encoding': 'br;q=0, identity' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
  });
});
