import { createHash, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { occurrenceOptions } from '@cfs/contracts/rule-occurrences';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import type { Pool } from 'undici';

/** A load by one tenant or an anonymous client, while other tenants use the server. */
export interface Attack {
  readonly name: string;
  /** Concurrent calls. */
  readonly workers: number;
  /** Prepares the data of the calls; may resolve to a note for the report. */
  readonly prepare?: () => Promise<string | undefined>;
  /** Makes one call. Resolves with the status, errors included. */
  readonly call: () => Promise<number>;
}

/** The attacker: a tenant token that may send packets, and users of the tenant. */
export interface Attacker {
  readonly pool: Pool;
  readonly origin: string;
  readonly tenantId: string;
  readonly packetToken: string;
  readonly administrator: () => Promise<string>;
  /** A work unit of the tenant. */
  readonly workUnitId: number;
}

type Headers = Record<string, string>;
type Method = 'GET' | 'POST' | 'PUT';
type Send = (method: Method, path: string, headers: Headers, body?: string | Buffer) => Promise<number>;

const senderOf =
  (pool: Pool): Send =>
  async (method, path, headers, body) => {
    const response = await pool.request({ method, path, headers, body: body ?? null });
    await response.body.dump();
    return response.statusCode;
  };

const packetOf = (message: string): string =>
  `{"entityId":"${randomUUID()}","timestamp":"${new Date().toISOString()}","message":${message}}`;

const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join();

const names = (count: number, length: number): string =>
  many(count, (index) => `"${String(index).padStart(length, 'n')}":1`);

/** Compression bombs: bodies of some kilobytes that inflate to megabytes. */
const packetBombs = (): readonly { readonly name: string; readonly body: Buffer }[] => [
  { name: 'nesting of 8 MB', body: gzipSync('['.repeat(8_000_000)) },
  { name: 'arrays of 2,600,000 objects', body: gzipSync(`[${'{},'.repeat(2_600_000)}{}]`) },
  { name: 'packets of 2,600,000 values', body: gzipSync(`[${packetOf(`{"D":[${'[],'.repeat(2_600_000)}0]}`)}]`) },
  {
    name: '10,000 maximal packets',
    body: Buffer.concat([
      gzipSync('['),
      ...Array.from({ length: 100 }, () =>
        gzipSync(many(100, () => packetOf(`{"Value":"${'x'.repeat(65_000)}"}`)) + ','),
      ),
      gzipSync('1]'),
    ]),
  },
  {
    name: '450 packets of 65 KB that are stored',
    body: gzipSync(`[${many(450, () => packetOf(`{"Value":"${'x'.repeat(65_000)}"}`))}]`),
  },
  { name: '200 packets of 6,000 names', body: gzipSync(`[${many(200, () => packetOf(`{${names(6_000, 4)}}`))}]`) },
];

const packetAttacks = ({ pool, packetToken }: Attacker): Attack[] => {
  const send = senderOf(pool);
  const headers = {
    authorization: `Bearer ${packetToken}`,
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  };
  return packetBombs().map(({ name, body }) => ({
    name: `packets: ${name}`,
    workers: 10,
    call: () => send('POST', '/v1/packets', headers, body),
  }));
};

/** Bodies of up to 980 KB that the server refuses. */
const faultyBodies = (): readonly { readonly name: string; readonly body: string }[] => [
  { name: '75,000 unknown names', body: `{${names(75_000, 8)}}` },
  { name: '4,500 long unknown names', body: `{"name":"a",${names(4_500, 200)}}` },
  { name: 'nesting of 190,000 levels', body: `{"name":${'{"a":'.repeat(190_000)}` },
  {
    name: '90 faulty items of 25 unknown names',
    body: `{"matchActions":[${many(90, () => `{"Parameters":{${names(25, 300)}}}`)}]}`,
  },
  { name: 'a text of 980,000 brackets', body: `{"conditions":"${'['.repeat(980_000)}"}` },
];

/** A body that the server refuses, and a call that sends it. */
export interface FaultyCall {
  readonly name: string;
  readonly call: () => Promise<number>;
}

/** One call for each faulty body, as an administrator of the attacker's tenant. */
export const faultyCallsBy = async ({ pool, administrator, tenantId }: Attacker): Promise<readonly FaultyCall[]> => {
  const send = senderOf(pool);
  const headers = {
    authorization: `Bearer ${await administrator()}`,
    'x-tenant-id': tenantId,
    'content-type': 'application/json',
  };
  return faultyBodies().map(({ name, body }) => ({ name, call: () => send('PUT', '/v1/rules', headers, body) }));
};

const jsonAttack = (attacker: Attacker): Attack => {
  let calls: readonly FaultyCall[] = [];
  let count = 0;
  return {
    name: 'JSON: bodies of 980 KB of unknown names, nesting and faulty items',
    workers: 10,
    prepare: async () => {
      calls = await faultyCallsBy(attacker);
      return undefined;
    },
    call: async () => (await calls[count++ % calls.length]?.call()) ?? 0,
  };
};

/** Worst first: the first pattern that a rule accepts is used. */
const patterns = [
  'a[ab]{0,999}[cd]',
  'a[ab]{0,499}[cd]',
  'a[ab]{0,199}[cd]',
  'a[ab]{0,99}[cd]',
  'a[ab]{0,49}[cd]',
  'a[ab]{0,19}[cd]',
  '(a|b)*a(a|b)(a|b)(a|b)(a|b)[cd]',
  'a[ab]*[cd]',
];

/** A distinct pattern per condition; none matches. */
const letters = 'defghijklmnopqrstuvwxyz0123456789';

const ruleOf = (tenantId: string, pattern: string) => ({
  name: `Benchmark: ${pattern}`,
  ruleTypeId: 1,
  tenantId,
  matchLifetime: '00:05:00',
  conditions: Array.from({ length: 30 }, (_, index) => ({
    Type: 1,
    LeftOperand: 3,
    LeftOperandFieldName: 'Text',
    Operator: ruleOperators.Matches,
    RightOperand: pattern.replaceAll('d', letters.charAt(index)),
  })),
  matchActions: [],
  expirationActions: [],
});

const patternAttack = ({ pool, packetToken, administrator, tenantId }: Attacker): Attack => {
  const send = senderOf(pool);
  const save = async (pattern: string): Promise<boolean> => {
    const headers = {
      authorization: `Bearer ${await administrator()}`,
      'x-tenant-id': tenantId,
      'content-type': 'application/json',
    };
    return (await send('PUT', '/v1/rules', headers, JSON.stringify(ruleOf(tenantId, pattern)))) < 300;
  };
  const headers = { authorization: `Bearer ${packetToken}`, 'content-type': 'application/json' };
  return {
    name: 'rules: 30 patterns on texts of 60,000 letters',
    workers: 4,
    prepare: async () => {
      for (const pattern of patterns) if (await save(pattern)) return `saved with ${pattern}`;
      return 'every pattern was refused';
    },
    call: () => send('POST', '/v1/packets', headers, packetOf(`{"Properties":{"Text":"${'ab'.repeat(30_000)}"}}`)),
  };
};

const windowEntities = 10;
/** As many packets as a window contains: one every 30 seconds for seven days. */
const packetsOfWindow = 20_000;
const windowStepMilliseconds = 30_000;
const packetsPerCall = 5_000;

const windowRules = 30;

/** A rule with an even index counts packets in a row, so that it reads earlier packets when it begins to count. */
const windowRuleOf = (tenantId: string, index: number) => ({
  name: `Benchmark: a window of 7 days ${index}`,
  ruleTypeId: 3,
  tenantId,
  matchLifetime: '00:05:00',
  conditions: [
    {
      Type: 0,
      LeftOperand: 43,
      LeftOperandFieldName: 'Metrics.Load',
      Operator: ruleOperators.GreaterThan,
      RightOperand: index % 2 === 0 ? '1' : '1000000',
      Window: { Span: '7.00:00:00' },
      ...(index % 2 === 0 ? { OccurrencePattern: { Option: occurrenceOptions.TimesInARow, Count: 1_000 } } : {}),
    },
  ],
  matchActions: [],
  expirationActions: [],
});

const windowAttack = ({ pool, packetToken, administrator, tenantId }: Attacker): Attack => {
  const send = senderOf(pool);
  const entityIds = Array.from({ length: windowEntities }, () => randomUUID());
  const headers = { authorization: `Bearer ${packetToken}`, 'content-type': 'application/json' };
  const packetAt = (entityId: string, time: number) => ({
    entityId,
    timestamp: new Date(time).toISOString(),
    message: { Metrics: { Load: 5 }, Properties: { Filler: 'x'.repeat(500) } },
  });
  return {
    name: 'rules: 30 windows of 7 days over 20,000 packets of 10 entities',
    workers: 1,
    prepare: async () => {
      const now = Date.now();
      const statuses = new Set<number>();
      for (const entityId of entityIds)
        for (let first = 1; first <= packetsOfWindow; first += packetsPerCall) {
          const packets = Array.from({ length: packetsPerCall }, (_, index) =>
            packetAt(entityId, now - (first + index) * windowStepMilliseconds),
          );
          statuses.add(await send('POST', '/v1/packets', headers, JSON.stringify(packets)));
        }
      const ofAdministrator = { ...headers, authorization: `Bearer ${await administrator()}`, 'x-tenant-id': tenantId };
      for (let index = 0; index < windowRules; index += 1) {
        const rule = JSON.stringify(windowRuleOf(tenantId, index));
        statuses.add(await send('PUT', '/v1/rules', ofAdministrator, rule));
      }
      return `prepared with ${[...statuses].join(', ')}`;
    },
    call: () => {
      const now = Date.now();
      return send('POST', '/v1/packets', headers, JSON.stringify(entityIds.map((entityId) => packetAt(entityId, now))));
    },
  };
};

const signInAddress = (origin: string): string => {
  const query = new URLSearchParams({
    client_id: 'cfs-portal',
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: `${origin}/signin-callback`,
    state: randomUUID(),
    nonce: randomUUID(),
    code_challenge: createHash('sha256').update(randomUUID()).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return `/identity/auth?${query.toString()}`;
};

/** Begins a sign-in and sends a wrong password, as a browser does. */
const failToSignIn = async (pool: Pool, origin: string): Promise<number> => {
  const began = await pool.request({ method: 'GET', path: signInAddress(origin) });
  await began.body.dump();
  const { location } = began.headers;
  if (typeof location !== 'string' || !location.includes('/interaction/')) return began.statusCode;
  const cookies = [began.headers['set-cookie'] ?? []].flat().map((line) => line.slice(0, line.indexOf(';')));
  return senderOf(pool)(
    'POST',
    new URL(location, origin).pathname,
    { cookie: cookies.join('; '), 'content-type': 'application/x-www-form-urlencoded' },
    `userName=admin&password=${randomUUID()}`,
  );
};

const cheapCalls = ({ pool, origin, administrator, tenantId, workUnitId }: Attacker): Attack[] => {
  const send = senderOf(pool);
  let headers: Headers = {};
  const prepare = async (): Promise<undefined> => {
    headers = {
      authorization: `Bearer ${await administrator()}`,
      'x-tenant-id': tenantId,
      'content-type': 'application/json',
    };
  };
  const requestBody = JSON.stringify({ title: 'Flood', description: 'Flood', stakeHolderPhoneNumber: '+1 555 0100' });
  return [
    { name: 'anonymous: /identity/auth', workers: 20, call: () => send('GET', signInAddress(origin), {}) },
    { name: 'anonymous: failed sign-ins', workers: 20, call: () => failToSignIn(pool, origin) },
    {
      name: 'Call Me',
      workers: 20,
      prepare,
      call: () => send('POST', `/v1/workunitnotes/callme/${workUnitId}`, headers, '{}'),
    },
    { name: 'new requests', workers: 20, prepare, call: () => send('PUT', '/v1/rc/workunits', headers, requestBody) },
    {
      name: 'invitations',
      workers: 60,
      prepare,
      call: () => {
        const invitation = { mail: `${randomUUID()}@example.com`, roleName: 'Viewer', tenantId };
        return send('PUT', '/v1/people', headers, JSON.stringify(invitation));
      },
    },
  ];
};

/** The terms of a filter that no index serves. */
const filterTerms = 100;

const filterAttack = ({ pool, packetToken }: Attacker): Attack => {
  const send = senderOf(pool);
  const headers = { authorization: `Bearer ${packetToken}`, 'content-type': 'text/plain' };
  const terms = Array.from({ length: filterTerms }, (_, index) => `contains(description,'absent ${index}')`);
  const query = `$filter=${encodeURIComponent(terms.join(' or '))}&$top=10`;
  return {
    name: `lists: filters of ${filterTerms} terms`,
    workers: 60,
    call: () => send('POST', '/v1/workunits/$query', headers, query),
  };
};

/** The attacks in the order of `docs/operating.md`, Measuring. */
export const attacksBy = (attacker: Attacker): readonly Attack[] => [
  ...packetAttacks(attacker),
  jsonAttack(attacker),
  patternAttack(attacker),
  ...cheapCalls(attacker),
  filterAttack(attacker),
  // Last, because its rule evaluates the packets of every later attack.
  windowAttack(attacker),
];
