import { guidPattern } from '@cfs/contracts/guid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { areas } from '../areas.ts';
import type { AuditExemption } from '../platform/audit/table-audit.ts';
import { systemTenantId } from '../platform/context.ts';
import type { MatrixExample, SeededIds } from '../testing/matrix-example.ts';
import type { TestAnswer, TestClient } from '../testing/test-client.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { areaMatrices } from './area-matrices.ts';
import { auditedRoutes } from './audited-routes.ts';
import { createFingerprint } from './tenant-matrix.ts';

interface WriteRoute {
  readonly unaudited: AuditExemption | undefined;
  /** Whether its body may contain `modified`, the version of the row with which a form was opened. */
  readonly takesModified: boolean;
}

interface Stored {
  readonly tenant_id: string;
  readonly recorded: Date;
  readonly actor_kind: string;
  readonly actor_id: string;
  readonly actor_name: string;
  readonly route: string;
  readonly trace_id: string;
  readonly address: string | null;
  readonly entity: string;
  readonly entity_id: string;
  readonly before: unknown;
  readonly after: unknown;
}

const trace = 'trace-of-the-conformance-test';
/** Names of columns and properties whose values nobody may read. */
const secret = /token_?hash|seal_?key|secret|password|private_?key|generatedToken|"bytes"|"content"/i;
/** Routes that succeed regardless: a batch reports the outcome of each row; a missing picture counts as removed. */
const answersRegardless: ReadonlySet<string> = new Set([
  'POST /v1/workunits/batchpatch',
  'DELETE /api/auth/currentUserPhoto',
]);
const routes = new Map<string, WriteRoute>();
const matrices = await areaMatrices();
const examples = matrices.flatMap((matrix) =>
  matrix.examples
    .filter(({ route }) => route in auditedRoutes)
    .map((example) => ({
      ...example,
      seed: (tenantId: string) => matrix.seed(server.database, tenantId),
      name: `${example.route} [${example.place}]`,
    })),
);
type Example = (typeof examples)[number];

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    areas: areas.map((area) => ({
      ...area,
      routes: async (app, services) => {
        app.addHook('onRoute', ({ method, url, config, schema }) => {
          const body = schema?.body as { readonly shape?: Readonly<Record<string, unknown>> } | undefined;
          for (const each of [method].flat())
            if (config && !['GET', 'HEAD', 'OPTIONS'].includes(each) && !url.endsWith('/$query'))
              routes.set(`${each} ${url}`, {
                unaudited: config.unaudited,
                takesModified: each === 'POST' && body?.shape !== undefined && 'modified' in body.shape,
              });
        });
        await area.routes?.(app, services);
      },
    })),
    environment: { REFUSED_RATE_LIMIT: '1000000' },
  });
});
afterAll(() => server.close());

const seed = async (example: Example): Promise<SeededIds> => {
  const ids = await example.seed(server.tenants.own);
  await server.services.snapshot.refresh();
  return ids;
};

const anyId = guidPattern.source.slice(1, -1);
const inUpperCase = (text: string, ids: string): string =>
  text.replaceAll(new RegExp(ids, 'gi'), (id) => id.toUpperCase());
const isCanonical = (text: string): boolean =>
  (text.match(new RegExp(anyId, 'gi')) ?? []).every((id) => id === id.toLowerCase());

/** Sends the request of an example, with the ids in its path and body in upper case. */
const call = (client: TestClient, example: MatrixExample, ids: SeededIds, also: object = {}): Promise<TestAnswer> => {
  const { url, body: written, headers } = example.request(ids);
  const body: unknown =
    typeof written === 'object' && !Buffer.isBuffer(written)
      ? JSON.parse(inUpperCase(JSON.stringify(written), `"${anyId}"`))
      : written;
  const [method = ''] = example.route.split(' ');
  const isPlain = typeof body === 'object' && !Array.isArray(body) && !Buffer.isBuffer(body);
  return client.send(method, inUpperCase(url, anyId).replaceAll(' ', '%20'), {
    ...(body !== undefined && { body: isPlain ? { ...body, ...also } : body }),
    headers: { 'x-tenant-id': server.tenants.own, 'x-request-id': trace, ...headers },
  });
};
const administrator = (): TestClient => server.as('Administrator', 'all');

const records = () => server.database.asOwner<Stored>('select * from cfs.audit_records where trace_id = $1', [trace]);
const deleteRecords = () => server.database.asOwner('delete from cfs.audit_records where trace_id = $1', [trace]);

const kindOf = ({ before, after }: Stored): string =>
  before === null ? 'created' : after === null ? 'removed' : 'changed';
const tenantOf = ({ tenant_id, entity_id }: Stored): 'system' | 'itself' | 'own' | 'another' =>
  tenant_id === entity_id
    ? 'itself'
    : tenant_id === systemTenantId
      ? 'system'
      : tenant_id === server.tenants.own
        ? 'own'
        : 'another';
const asText = (record: Stored): string => [record.entity, kindOf(record), tenantOf(record)].join(' ');

const faultsOf = async (record: Stored, example: Example, answer: TestAnswer): Promise<string[]> => {
  const { userId, mail } = await server.person('Administrator', 'all');
  const recorded = JSON.stringify([record.before, record.after]);
  const { generatedToken } = (answer.body ?? {}) as { readonly generatedToken?: string };
  const faults = {
    'who acted': record.actor_kind === 'person' && record.actor_id === userId && record.actor_name === mail,
    'when it was': record.recorded.getTime() === server.clock.now().getTime(),
    'by which route': record.route === example.route,
    'from which address': record.address !== null,
    'what it was about': record.entity_id !== '',
    'ids in their canonical form': isCanonical(record.entity_id) && isCanonical(recorded),
    'what changed': JSON.stringify(record.before) !== JSON.stringify(record.after),
    'no secret': !secret.test(recorded) && !(generatedToken !== undefined && recorded.includes(generatedToken)),
  };
  return Object.entries(faults).flatMap(([fault, holds]) =>
    holds ? [] : `${asText(record)} does not say ${fault}: ${recorded}`,
  );
};

test('every write route leaves records or declares why it leaves none', () => {
  const silent = [...routes].filter(([route, { unaudited }]) => unaudited === undefined && !(route in auditedRoutes));
  expect(silent.map(([route]) => route)).toEqual([]);
  expect(Object.keys(auditedRoutes).filter((route) => routes.get(route)?.unaudited !== undefined)).toEqual([]);
  expect(Object.keys(auditedRoutes).filter((route) => !routes.has(route))).toEqual([]);
});

test('exactly the listed routes leave no record', () => {
  const exempt = [...routes].flatMap(([route, { unaudited }]) =>
    unaudited === undefined ? [] : `${route}: ${unaudited}`,
  );
  expect(exempt.toSorted()).toEqual([
    'DELETE /v1/preferences/:name: own screen',
    'DELETE /v1/savedViews/:savedViewId: own screen',
    'DELETE /v1/workunits/oldexperience: sign-in',
    'POST /v1/agents/:agentId/challenge: sign-in',
    'POST /v1/agents/:agentId/sign-in: sign-in',
    'POST /v1/agents/installations: telemetry',
    'POST /v1/agents/inventory: telemetry',
    'POST /v1/agents/logs: telemetry',
    'POST /v1/agents/operations/:deviceOperationId/claim: telemetry',
    'POST /v1/agents/operations/:deviceOperationId/complete: telemetry',
    'POST /v1/businesscalendars/readholidays: nothing written',
    'POST /v1/communicationsubscriptions: durable work',
    'POST /v1/currentUser/signOut: sign-in',
    'POST /v1/emailtemplates/render: internal',
    'POST /v1/otlp/v1/metrics: telemetry',
    'POST /v1/outboxMessages/:messageId/preview: internal',
    'POST /v1/packets: telemetry',
    'POST /v1/prometheus/write: telemetry',
    'POST /v1/receivedMails/:receivedMailId/preview: internal',
    'POST /v1/rulematches/:ruleMatchId/dryrun: nothing written',
    'POST /v1/rules/backtest: nothing written',
    'POST /v1/savedViews/:savedViewId: own screen',
    'POST /v1/tenantSubscriptionContext/:tenant: own screen',
    'POST /v1/workunits/:workUnitId/dryrun: nothing written',
    'POST /v1/workunits/:workUnitId/presence: presence',
    'PUT /v1/preferences/:name: own screen',
    'PUT /v1/savedViews: own screen',
    'PUT /v1/workunits/oldexperience: sign-in',
  ]);
});

test('every route with records has an example, except those of machines, visitors and sealed links', () => {
  const shown = new Set(examples.map(({ route }) => route));
  expect(Object.keys(auditedRoutes).filter((route) => !shown.has(route))).toEqual([
    'POST /v1/accessrequest',
    'POST /v1/communicationsubscriptions/unsubscribe/:token',
    'POST /v1/communicationsubscriptions/confirm/:token',
    'POST /v1/agents/restarted',
    'POST /v1/agents/enrol',
    'POST /v1/workunits/score/:token',
  ]);
});

describe('a call of', () => {
  test.each(examples)('$name leaves its records', async (example) => {
    await deleteRecords();
    const answer = await call(administrator(), example, await seed(example));
    expect(answer.status, answer.text).toBeLessThan(400);
    const left = await records();
    const expected = auditedRoutes[example.route] ?? [];
    expect(left.map(asText).toSorted()).toEqual(
      expected.map(([entity, kind, tenant = 'own']) => [entity, kind, tenant].join(' ')).toSorted(),
    );
    expect((await Promise.all(left.map((record) => faultsOf(record, example, answer)))).flat()).toEqual([]);
  });

  test.each(examples)('$name that cannot be recorded changes nothing', async (example) => {
    const ids = await seed(example);
    // A bundle is announced in a separate transaction before it is stored; the upkeep removes one without a version.
    const fingerprint = await createFingerprint(server, ['package_contents']);
    const look = () => Promise.all([server.tenants.own, systemTenantId].map(fingerprint));
    const before = await look();
    await server.database.asOwner(
      'alter table cfs.audit_records add constraint nothing_is_recorded check (false) not valid',
    );
    const answer = await call(administrator(), example, ids);
    await server.database.asOwner('alter table cfs.audit_records drop constraint nothing_is_recorded');
    expect(answer.status >= 400 || answersRegardless.has(example.route), answer.text).toBe(true);
    server.takeServerErrors();
    expect(await look()).toEqual(before);
  });

  test.each(examples)('$name that is refused leaves no record', async (example) => {
    await deleteRecords();
    const answer = await call(server.stranger, example, await seed(example));
    expect(answer.status).toBe(403);
    expect(await records()).toEqual([]);
  });
});

test('every update returns 409 for a form with a stale modified, and leaves no record', async () => {
  await deleteRecords();
  const updates = examples.filter(({ route }) => routes.get(route)?.takesModified);
  expect(updates.length).toBeGreaterThan(10);
  const answers: Record<string, number> = {};
  for (const example of updates) {
    const answer = await call(administrator(), example, await seed(example), { modified: '2001-02-03T04:05:06.789Z' });
    answers[example.name] = answer.status;
  }
  expect(answers).toEqual(Object.fromEntries(updates.map(({ name }) => [name, 409])));
  expect(await records()).toEqual([]);
});
