import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

/** The headers that Power Query sends with every request of an OData feed. */
const powerQuery = {
  accept:
    'application/json;odata.metadata=minimal;q=1.0,application/json;odata=minimalmetadata;q=0.9,application/atomsvc+xml;q=0.8,application/atom+xml;q=0.8,application/xml;q=0.7,text/plain;q=0.7',
  'accept-charset': 'UTF-8',
  'odata-maxversion': '4.0',
  'user-agent': 'Microsoft.Data.Mashup (https://go.microsoft.com/fwlink/?LinkID=304225)',
};
const rows = 2_345;

interface Page {
  readonly '@odata.context'?: string;
  readonly '@odata.nextLink'?: string;
  readonly '@odata.count'?: number;
  readonly value: Readonly<Record<string, unknown>>[];
}

let server: TestServer;
let reader: (address: string, headers?: Readonly<Record<string, string>>) => ReturnType<TestServer['anonymous']['get']>;

beforeAll(async () => {
  server = await startTestServer();
  await server.database.asOwner(
    `insert into cfs.locations (tenant_id, location_id, name, created, created_by, modified, modified_by)
     select $1::uuid, gen_random_uuid(), 'Place ' || n % 7, now(), 'test', now(), 'test' from generate_series(1, ${rows}) n`,
    [server.tenants.own],
  );
  const token = await server.tenantToken(['read']);
  const authorization = `Basic ${Buffer.from(`excel:${token}`).toString('base64')}`;
  reader = (address, headers = powerQuery) => server.anonymous.get(address, { authorization, ...headers });
});
afterAll(() => server.close());

describe('Power Query', () => {
  test('finds the model as XML and the sets as a service document', async () => {
    const metadata = await reader('/v1/$metadata');
    expect([metadata.status, metadata.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(metadata.headers['odata-version']).toBe('4.0');
    expect(metadata.text).toContain('<EntitySet Name="locations"');

    const service = await reader('/v1/');
    expect(service.headers).toMatchObject({
      'content-type': 'application/json; odata.metadata=minimal; charset=utf-8',
      'odata-version': '4.0',
    });
    const { '@odata.context': context, value } = service.body as Page;
    expect(context).toMatch(/^http:\/\/[^/]+\/v1\/\$metadata$/);
    expect(value).toContainEqual({ name: 'locations', kind: 'EntitySet', url: 'locations' });
  });

  test('may pass the tenant with the model, and no other option', async () => {
    const { own } = server.tenants;
    expect((await reader(`/v1/$metadata?__tenant__=${own}`)).status).toBe(200);
    expect((await reader(`/v1?__tenant__=${own}&$format=json`)).status).toBe(200);
    expect((await reader('/v1/$metadata?$top=1')).status).toBe(400);
  });

  test('follows next links to the end without losing a row', async () => {
    const seen: unknown[] = [];
    let address = '/v1/locations?$select=locationId,name&$orderby=name';
    for (let pages = 1; address !== ''; pages += 1) {
      const { status, body } = await reader(address);
      expect(status).toBe(200);
      const page = body as Page;
      seen.push(...page.value.map(({ locationId }) => locationId));
      expect(pages).toBeLessThanOrEqual(3);
      address = page['@odata.nextLink']?.replace(/^http:\/\/[^/]+/, '') ?? '';
    }
    expect([seen.length, new Set(seen).size]).toEqual([rows, rows]);
  });

  test('gets previews, counts and the results of folded steps', async () => {
    const preview = await reader('/v1/locations?$top=200');
    expect((preview.body as Page).value).toHaveLength(200);
    expect(preview.body).not.toHaveProperty('@odata.nextLink');
    expect((await reader('/v1/locations/$count')).text).toBe(String(rows));
    const counted = await reader(`/v1/locations?$filter=name eq 'Place 0'&$count=true&$top=0`.replaceAll(' ', '%20'));
    expect(counted.body).toMatchObject({ '@odata.count': rows / 7, value: [] });
    const folded = await reader(
      '/v1/locations?$apply=groupby((name),aggregate($count%20as%20rows))&$orderby=name&$top=1',
    );
    expect((folded.body as Page).value).toEqual([{ name: 'Place 0', rows: rows / 7 }]);
  });
});

describe('the form of a response', () => {
  const typeFor = async (address: string, accept?: string): Promise<[number, unknown]> => {
    const { status, headers } = await reader(address, accept === undefined ? {} : { accept });
    return [status, headers['content-type']];
  };
  const minimal = [200, 'application/json; odata.metadata=minimal; charset=utf-8'];
  const none = [200, 'application/json; odata.metadata=none; charset=utf-8'];
  const problem = [406, 'application/problem+json; charset=utf-8'];

  test.each(['/v1', '/v1/locations'])('follows the Accept header and $format (%s)', async (address) => {
    for (const accept of [
      undefined,
      '',
      '*/*',
      'application/json',
      'application/json;odata.streaming=true',
      'application/json;IEEE754Compatible=false;charset=utf-8',
      'text/html,application/xhtml+xml,*/*;q=0.8',
      'APPLICATION/JSON; ODATA.METADATA=MINIMAL',
      'application/json;odata.metadata=full, application/json;q=0.5',
    ])
      expect(await typeFor(address, accept), accept).toEqual(minimal);
    for (const accept of ['application/json;odata.metadata=none', 'application/json; metadata="none", */*;q=0.1'])
      expect(await typeFor(address, accept), accept).toEqual(none);
    for (const accept of ['application/atom+xml', 'application/json;q=0', 'application/json;odata.metadata=full'])
      expect(await typeFor(address, accept), accept).toEqual(problem);
    expect(await typeFor(`${address}?$format=json`, 'application/xml')).toEqual(minimal);
    expect(await typeFor(`${address}?$format=application/json;odata.metadata=none`)).toEqual(none);
    expect(await typeFor(`${address}?$format=atom`)).toEqual(problem);
  });

  test('without metadata contains only the count, rows and links', async () => {
    const { body } = await reader('/v1/locations?$count=true', { accept: 'application/json;odata.metadata=none' });
    expect(Object.keys(body as Page)).toEqual(['@odata.count', 'value', '@odata.nextLink']);
  });

  test('for the model is XML, whatever the client accepts', async () => {
    const xml = [200, 'application/xml; charset=utf-8'];
    for (const accept of [undefined, 'application/json', 'application/xml', '*/*'])
      expect(await typeFor('/v1/$metadata', accept)).toEqual(xml);
    expect(await typeFor('/v1/$metadata?$format=xml')).toEqual(xml);
    expect(await typeFor('/v1/$metadata?$format=application/xml')).toEqual(xml);
    expect(await typeFor('/v1/$metadata?$format=json')).toEqual(problem);
  });

  test('is of version 4.0, or 400 if the client does not support it', async () => {
    const versionFor = async (headers: Readonly<Record<string, string>>) => {
      const { status, headers: given } = await reader('/v1/locations?$top=0', headers);
      return status === 200 ? given['odata-version'] : status;
    };
    for (const version of ['4.0', '4.01', '5.0', '4.0;NetFx'])
      expect(await versionFor({ 'odata-maxversion': version })).toBe('4.0');
    for (const version of ['3.0', '', 'four']) expect(await versionFor({ 'odata-maxversion': version })).toBe(400);
    expect(await versionFor({ 'odata-version': '3.0' })).toBe(400);
  });

  test('is never 500 for random options and headers', async () => {
    const address = fc.constantFrom('/v1', '/v1/', '/v1/$metadata', '/api/v1/%24metadata', '/v1/locations');
    const option = fc.constantFrom(
      '$format',
      '%24format',
      'format',
      '$FORMAT',
      '$top',
      '$filter',
      '__proto__',
      '$x',
      '',
    );
    const value = fc.oneof(
      fc.constantFrom('json', 'xml', 'application/json;odata.metadata=full', 'application/json;=', '%00', '%', ';;;,'),
      fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
    );
    const header = fc.oneof(
      fc.constantFrom(
        '*/*',
        ';',
        ',,,',
        'application/json;q=NaN',
        'application/json;odata.metadata="',
        '4.0',
        '99999999999.1',
      ),
      fc.stringMatching(/^[ -~]{0,20}$/),
    );
    await fc.assert(
      fc.asyncProperty(
        address,
        fc.array(fc.tuple(option, value), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('accept', 'odata-maxversion', 'odata-version'), header),
        async (path, options, headers) => {
          const query = options.map((each) => each.join('=')).join('&');
          const { status, text } = await reader(query === '' ? path : `${path}?${query}`, headers);
          expect([200, 400, 406, 501], text).toContain(status);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a query in a body', () => {
  const query = `$filter=name eq 'Place 1'&$select=name&$top=1`;
  const send = (type: string, body: string) =>
    server.as('Viewer').send('POST', '/v1/locations/$query', { headers: { 'content-type': type }, body });

  test.each([
    ['text/plain', query.replaceAll(' ', '%20')],
    ['text/plain; charset=utf-8', query.replaceAll(' ', '%20')],
    ['application/x-www-form-urlencoded', '%24filter=name+eq+%27Place+1%27&%24select=name&%24top=1'],
    ['application/json', JSON.stringify({ $filter: `name eq 'Place 1'`, $select: 'name', $top: 1 })],
  ])('has the same result as in the URL (%s)', async (type, body) => {
    const asked = await server.as('Viewer').get(`/v1/locations?${query.replaceAll(' ', '%20')}`);
    const answer = await send(type, body);
    expect([answer.status, answer.body]).toEqual([200, asked.body]);
  });

  test('is combined with the options of the URL, and is refused in other forms', async () => {
    const joined = await server
      .as('Viewer')
      .send('POST', '/v1/locations/$query?$top=1', { headers: { 'content-type': 'text/plain' }, body: '$select=name' });
    expect((joined.body as Page).value).toHaveLength(1);
    expect((await send('application/xml', '<a/>')).status).toBe(415);
    for (const body of ['[]', '1', 'null', '{"$top":[1]}', '{"$filter":null}', '{"$top":1,"top":2}', '{"x":1}'])
      expect((await send('application/json', body)).status, body).toBe(400);
    expect((await send('text/plain', '$top=1&$top=2')).status).toBe(400);
  });
});
