import { randomUUID } from 'node:crypto';
import { builtInActions, resultStatuses } from '@cfs/contracts/action-enumerations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemContext } from '../../../platform/context.ts';
import type { Worker } from '../../../platform/durable-work/worker.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createIngestRules } from '../ingest-rules.ts';
import { action, historiesOf, hit, matchOnce, settle } from '../testing/match-once.ts';

const minute = 60_000;
const { EnqueueSuccess, Success, Suppressed } = resultStatuses;
let server: TestServer;
let entityId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => {
  entityId = randomUUID();
});

const mail = (Subject: string) => action(builtInActions.sendEmail, { To: 'ops@example.com', Subject });
const inMinutes = (minutes: number): string => new Date(server.clock.now().getTime() + minutes * minute).toISOString();

const silence = async (body: object, as = server.as('Operator')) => {
  const answer = await as.put('/v1/silences', { until: inMinutes(60), reason: 'Repair', ...body });
  return { ...answer, body: answer.body as Record<string, unknown> };
};
const statuses = async () => (await historiesOf(server, entityId)).map((entry) => entry.result_status_id);
const advance = async (worker: Worker, minutes: number): Promise<void> => {
  server.clock.advance(minutes * minute);
  await settle(worker);
};
const ruleOf = async (): Promise<string> => {
  const [row] = await server.database.asOwner<{ rule_id: string }>(
    'select rule_id from cfs.rule_matches where subject_id = $1 limit 1',
    [entityId],
  );
  return row?.rule_id ?? '';
};

describe('a silence', () => {
  it('suppresses the actions of a beginning match, and runs them once when it ends before the match', async () => {
    await silence({ entityId, until: inMinutes(3) });
    const worker = await matchOnce(server, entityId, [mail('Begun')], [mail('Over')]);
    const [history] = await historiesOf(server, entityId);
    const { mail: by } = await server.person('Operator');
    expect(history).toMatchObject({ result_status_id: Suppressed, result_detail: `Silenced by ${by}: Repair` });
    await advance(worker, 2);
    expect(await statuses()).toEqual([Suppressed]);
    await advance(worker, 1);
    expect(await statuses()).toEqual([Suppressed, EnqueueSuccess, Success]);
    await advance(worker, 10);
    expect(await statuses()).toEqual([Suppressed, EnqueueSuccess, Success, EnqueueSuccess, Success]);
  });

  it('suppresses all actions of a match that begins and ends during it', async () => {
    await silence({ entityId });
    const worker = await matchOnce(server, entityId, [mail('Begun')], [mail('Over')]);
    await advance(worker, 10);
    await advance(worker, 60);
    expect(await statuses()).toEqual([Suppressed, Suppressed]);
  });

  it('suppresses all actions of a match that begins and ends in one call, even if another one begins', async () => {
    await silence({ entityId });
    const worker = await matchOnce(server, entityId, [mail('Begun')], [mail('Over')]);
    await advance(worker, 10);
    expect(await statuses()).toEqual([Suppressed, Suppressed]);
    const sender = server.withCredential(await server.tenantToken(['packets']));
    const now = server.clock.now().getTime();
    const answer = await sender.post(
      '/v1/packets',
      [-minute, 4 * minute + 1_000].map((offset) => ({
        entityId,
        timestamp: new Date(now + offset).toISOString(),
        message: { Value: 120 },
      })),
    );
    expect(answer.body, answer.text).toMatchObject({ accepted: 2 });
    await settle(worker);
    expect(await statuses()).toEqual(Array(5).fill(Suppressed));
    await advance(worker, 60);
    expect(await statuses()).toEqual(Array(6).fill(Suppressed));
  });

  it('does not repeat earlier notifications, and runs the expiration actions when it ends', async () => {
    const worker = await matchOnce(server, entityId, [mail('Begun')], [mail('Over')]);
    await silence({ entityId });
    await advance(worker, 10);
    expect(await statuses()).toEqual([EnqueueSuccess, Success, Suppressed]);
    await advance(worker, 50);
    expect(await statuses()).toEqual([EnqueueSuccess, Success, Suppressed, EnqueueSuccess, Success]);
  });

  it('releases what it suppressed when a user ends it', async () => {
    const made = await silence({ entityId });
    const worker = await matchOnce(server, entityId, [mail('Begun')]);
    const address = `/v1/silences/${String(made.body['silenceId'])}`;
    expect((await server.as('Operator').delete(address)).status).toBe(204);
    await settle(worker);
    expect(await statuses()).toEqual([Suppressed, EnqueueSuccess, Success]);
    expect((await server.as('Operator').delete(address)).status).toBe(409);
  });

  it('releases a match that begins while a user ends it, a minute later', async () => {
    const made = await silence({ entityId });
    const worker = await matchOnce(server, entityId, [mail('Begun')], [], { Value: 0 });
    expect(await statuses()).toEqual([]);
    const tenantId = server.tenants.own;
    const context = systemContext({ name: 'test', clock: server.clock, tenantId });
    const now = server.clock.now();
    await server.services.gate.ingest(context, async (db) => {
      const held = await createIngestRules(server.services).hold(db, [tenantId]);
      await held.evaluate(context, [
        {
          tenantId,
          entityId,
          timestamp: now,
          receivedAt: now,
          message: { Value: 120 },
          deviceId: undefined,
          timing: 'current',
        },
      ]);
      const ended = await server.as('Operator').delete(`/v1/silences/${String(made.body['silenceId'])}`);
      expect(ended.status, ended.text).toBe(204);
    });
    await settle(worker);
    expect(await statuses()).toEqual([Suppressed]);
    await advance(worker, 1);
    expect(await statuses()).toEqual([Suppressed, EnqueueSuccess, Success]);
  });

  it('keeps suppressing while another one lasts', async () => {
    await silence({ entityId, until: inMinutes(2) });
    await silence({ entityId, until: inMinutes(4) });
    const worker = await matchOnce(server, entityId, [mail('Begun')]);
    await advance(worker, 3);
    expect(await statuses()).toEqual([Suppressed]);
    await advance(worker, 1);
    expect(await statuses()).toEqual([Suppressed, EnqueueSuccess, Success]);
  });

  it('covers a rule, an entity, or one rule about one entity', async () => {
    const worker = await matchOnce(server, entityId, [mail('Begun')]);
    await advance(worker, 10);
    const ruleId = await ruleOf();
    const again = async (): Promise<number[]> => {
      const before = (await statuses()).length;
      await hit(server, entityId);
      await settle(worker);
      const added = (await statuses()).slice(before);
      await advance(worker, 10);
      return added;
    };
    const end = (made: { body: Record<string, unknown> }) =>
      server.as('Operator').delete(`/v1/silences/${String(made.body['silenceId'])}`);
    for (const [scope, isSilent] of [
      [{ ruleId }, true],
      [{ entityId }, true],
      [{ ruleId, entityId }, true],
      [{ ruleId, entityId: randomUUID() }, false],
    ] as const) {
      const made = await silence(scope);
      expect(await again()).toEqual(isSilent ? [Suppressed] : [EnqueueSuccess, Success]);
      await end(made);
    }
  });

  it('is shown in the dry run of a match', async () => {
    await matchOnce(server, entityId, [mail('Begun')]);
    await silence({ entityId });
    const list = await server.as('Viewer').get(`/v1/rulematches?$filter=subjectId eq ${entityId}`);
    const [match] = (list.body as { value: { ruleMatchId: string }[] }).value;
    const answer = await server
      .as('Viewer')
      .post(`/v1/rulematches/${match?.ruleMatchId ?? ''}/dryrun`, { occasion: 'Ended' });
    expect(answer.status).toBe(200);
    const began = await server.as('Viewer').post(`/v1/rulematches/${match?.ruleMatchId ?? ''}/dryrun`, {});
    expect(began.body).toMatchObject({
      value: [{ outcome: 'suppressed', reason: expect.stringContaining('Repair') }],
    });
  });

  it('is changed and ended by one user at a time', async () => {
    const made = await silence({ entityId });
    const address = `/v1/silences/${String(made.body['silenceId'])}`;
    const operator = server.as('Operator');
    const changed = await operator.post(address, {
      until: inMinutes(30),
      reason: 'Longer repair',
      modified: made.body['modified'],
    });
    expect(changed).toMatchObject({ status: 200, body: { reason: 'Longer repair', until: inMinutes(30) } });
    const stale = { until: inMinutes(90), reason: 'Mine', modified: made.body['modified'] };
    expect((await operator.post(address, stale)).status).toBe(409);
    const both = await Promise.all([operator.delete(address), server.as('Administrator').delete(address)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect((await operator.post(address, { until: inMinutes(30), reason: 'Again' })).status).toBe(409);
    const audit = await server.database.asOwner(
      `select after ->> 'reason' as reason from cfs.audit_records where entity = 'Silence' and entity_id = $1`,
      [made.body['silenceId']],
    );
    expect(audit).toHaveLength(3);
  });

  it('refuses invalid bodies', async () => {
    const bad: unknown[] = [
      { ruleId: null, entityId: null },
      { entityId: 'x' },
      { entityId, until: inMinutes(0) },
      { entityId, until: inMinutes(-5) },
      { entityId, until: inMinutes(366 * 24 * 60) },
      { entityId, until: 'tomorrow' },
      { entityId, until: null },
      { entityId, reason: '' },
      { entityId, reason: 'x'.repeat(501) },
      { entityId, reason: '\0' },
      { entityId: [entityId] },
    ];
    for (const body of bad) expect((await silence(body as object)).status).toBe(400);
    expect((await silence({ ruleId: randomUUID() })).status).toBe(404);
    expect((await silence({ entityId }, server.as('Viewer'))).status).toBe(403);
  });
});
