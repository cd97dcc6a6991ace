import { randomUUID } from 'node:crypto';
import { builtInActions } from '@cfs/contracts/action-enumerations';
import type { PacketMessage } from '@cfs/contracts/packets';
import { blockTypes } from '@cfs/contracts/block-enumerations';
import { occurrenceOptions } from '@cfs/contracts/rule-occurrences';
import type { RuleInput } from '@cfs/contracts/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestWorker } from '../../testing/create-test-worker.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { systemContext, type Context } from '../../platform/context.ts';
import type { Worker } from '../../platform/durable-work/worker.ts';
import type { AddedPacket, IngestRules, PacketTiming } from '../packets/ingest/added-packet.ts';
import { deleteRule, toggleRule, updateRule } from './changes/change-rule.ts';
import { createRule } from './changes/create-rule.ts';
import { createIngestRules } from './ingest-rules.ts';
import { ruleInputSchema } from '@cfs/contracts/rules';

interface Match {
  readonly rule_match_id: string;
  readonly match_count: number;
  readonly first_match: Date;
  readonly last_match: Date;
  readonly expires: Date;
  readonly ended: Date | null;
  readonly end_reason: number | null;
}

const minute = 60_000;
let server: TestServer;
let context: Context;
let rules: IngestRules;
let worker: Worker;
let entityId: string;

beforeAll(async () => {
  server = await startTestServer();
  const { services, tenants, clock } = server;
  context = systemContext({ name: 'test', clock, tenantId: tenants.own });
  rules = createIngestRules(services);
  worker = createTestWorker(services, 'rules', 'actions');
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.asOwner(
    `truncate cfs.rules, cfs.rule_matches, cfs.rule_occurrences, cfs.rule_work_units, cfs.work_events, cfs.work_steps,
       cfs.work_attempts, cfs.work_timers, cfs.action_histories cascade`,
  );
  await server.database.asOwner('update cfs.rule_epochs set epoch = epoch + 1');
  entityId = randomUUID();
});

const condition = { Type: 0, LeftOperand: 2, LeftOperandFieldName: 'Load', Operator: 3, RightOperand: '90' };
const setColor = (color: string) => ({ ActionDefinitionId: builtInActions.setColor, Parameters: { Color: color } });

const ruleInput = (changes: Partial<RuleInput>): RuleInput => ({
  name: 'Busy',
  ruleTypeId: 1,
  matchLifetime: '00:05:00',
  conditions: [condition],
  ...changes,
});
const addRule = async (changes: Partial<RuleInput> = {}): Promise<string> =>
  (await createRule(server.services, context, ruleInput(changes))).ruleId;

const packetAt = (time: Date, message: PacketMessage, timing: PacketTiming = 'current'): AddedPacket => ({
  tenantId: server.tenants.own,
  entityId,
  timestamp: time,
  receivedAt: server.clock.now(),
  message,
  deviceId: undefined,
  timing,
});

const load = (value: number): PacketMessage => ({ Metrics: { Load: value } });
const evaluate = (packets: readonly AddedPacket[], on: IngestRules = rules) =>
  server.services.gate.ingest(context, async (db) => {
    const held = await on.hold(db, [server.tenants.own]);
    await held.evaluate(context, packets);
  });
const send = (value: number, timing?: PacketTiming) => evaluate([packetAt(server.clock.now(), load(value), timing)]);
const later = (milliseconds: number): Date => new Date(server.clock.now().getTime() + milliseconds);
const readMatches = () =>
  server.database.asOwner<Match>('select * from cfs.rule_matches order by first_match, created');
const readEvents = () =>
  server.database.asOwner<{ kind: string }>('select kind from cfs.work_events order by created, kind');
const settle = async (): Promise<void> => {
  while ((await worker.runDue()) > 0);
};

it('keeps tenants apart in a Correlation rule of all tenants when entities share an id', async () => {
  const { own, foreign } = server.tenants;
  const ofAll = systemContext({ name: 'test', clock: server.clock, tenantId: 'all' });
  const busy = await createRule(server.services, ofAll, ruleInput({ tenantId: null }));
  const slow = await createRule(
    server.services,
    ofAll,
    ruleInput({ tenantId: null, conditions: [{ ...condition, LeftOperandFieldName: 'Delay' }] }),
  );
  const active = [busy, slow].map(({ ruleId }) => ({ Type: 0, LeftOperand: 30, Operator: 1, RightOperand: ruleId }));
  const both = await createRule(
    server.services,
    ofAll,
    ruleInput({ tenantId: null, ruleTypeId: 2, conditions: active, correlation: { Reach: 'Subject' } }),
  );
  const packets = [
    packetAt(server.clock.now(), { Metrics: { Load: 95, Delay: 1 } }),
    { ...packetAt(server.clock.now(), { Metrics: { Load: 95, Delay: 95 } }), tenantId: foreign },
  ];
  await server.services.gate.ingest(ofAll, async (db) => {
    const held = await rules.hold(db, [own, foreign]);
    await held.evaluate(ofAll, packets);
  });
  const matches = await server.database.asOwner<{ tenant_id: string }>(
    'select tenant_id from cfs.rule_matches where rule_id = $1',
    [both.ruleId],
  );
  expect(matches).toEqual([{ tenant_id: foreign }]);
});

describe('a match', () => {
  it('opens once and counts the hits that follow', async () => {
    await addRule();
    await send(95);
    server.clock.advance(minute);
    await evaluate([
      packetAt(server.clock.now(), load(96)),
      packetAt(later(1_000), load(97)),
      packetAt(later(2_000), load(10)),
    ]);
    const matches = await readMatches();
    expect(matches).toHaveLength(1);
    expect(matches[0]).toMatchObject({ match_count: 3, ended: null });
    expect(matches[0]?.expires.getTime()).toBe((matches[0]?.first_match.getTime() ?? 0) + 5 * minute);
    expect(await readEvents()).toEqual([{ kind: 'RuleMatchBegan' }]);
  });

  it('moves its expiry with the last hit if sliding expiration is on', async () => {
    await addRule({ useSlidingExpiration: true });
    await send(95);
    server.clock.advance(4 * minute);
    await send(95);
    expect((await readMatches())[0]?.expires).toEqual(later(5 * minute));
  });

  it('ends at its expiry, and a later hit opens another one', async () => {
    await addRule({ expirationActions: [setColor('Green')] });
    await send(95);
    server.clock.advance(6 * minute);
    await send(95);
    expect((await readMatches()).map((match) => match.end_reason)).toEqual([1, null]);
    expect(await readEvents()).toEqual([
      { kind: 'RuleMatchBegan' },
      { kind: 'RuleMatchBegan' },
      { kind: 'RuleMatchEnded' },
    ]);
  });

  it('is opened once when two nodes evaluate hits at the same time', async () => {
    await addRule();
    const nodes = [rules, createIngestRules(server.services)];
    await Promise.all(
      nodes.flatMap((node, at) =>
        Array.from({ length: 5 }, (_, index) => evaluate([packetAt(later(index * 10 + at), load(95))], node)),
      ),
    );
    const matches = await readMatches();
    expect(matches).toHaveLength(1);
    expect(matches[0]?.match_count).toBe(10);
    expect(await readEvents()).toHaveLength(1);
  });

  it('expires by its timer and runs expiration actions once', async () => {
    await addRule({ expirationActions: [setColor('Green')] });
    await send(95);
    await settle();
    server.clock.advance(5 * minute);
    await Promise.all([settle(), settle()]);
    expect((await readMatches())[0]).toMatchObject({ end_reason: 1, ended: server.clock.now() });
    expect((await readEvents()).filter((event) => event.kind === 'RuleMatchEnded')).toHaveLength(1);
  });

  it('does not expire before the expiry that later hits have extended', async () => {
    await addRule({ useSlidingExpiration: true });
    await send(95);
    server.clock.advance(4 * minute);
    await send(95);
    server.clock.advance(minute);
    await settle();
    expect((await readMatches())[0]?.ended).toBeNull();
    server.clock.advance(4 * minute);
    await settle();
    expect((await readMatches())[0]?.end_reason).toBe(1);
  });

  it('does not expire while the spool of its device holds packets, for at most ten minutes', async () => {
    await addRule();
    await send(95);
    await server.database.asOwner('insert into cfs.agent_spools values ($1, $2, 0, 1, $3, $3)', [
      server.tenants.own,
      entityId,
      server.clock.now(),
    ]);
    server.clock.advance(14 * minute);
    await settle();
    expect((await readMatches())[0]?.ended).toBeNull();
    server.clock.advance(minute);
    await settle();
    expect((await readMatches())[0]?.end_reason).toBe(1);
  });

  it('is neither opened nor extended by a late packet', async () => {
    await addRule({ useSlidingExpiration: true });
    await send(95, 'late');
    expect(await readMatches()).toEqual([]);
  });

  it('is recorded without actions if it is already over when it is found', async () => {
    await addRule({ matchActions: [setColor('Red')] });
    const hour = 60 * minute;
    await evaluate([packetAt(later(-2 * hour), load(95), 'replayed'), packetAt(later(-hour), load(95), 'replayed')]);
    expect((await readMatches()).map((match) => match.end_reason)).toEqual([3, 3]);
    expect(await readEvents()).toEqual([]);
  });

  it('of a Correlation rule is recorded without actions if it is already over when a replay opens the match that the rule names', async () => {
    const busy = await addRule({ matchLifetime: '01:00:00' });
    const ruleId = await addRule({
      ruleTypeId: 2,
      conditions: [{ Type: 0, LeftOperand: 30, Operator: 1, RightOperand: busy }],
      correlation: {},
      matchActions: [setColor('Red')],
    });
    await evaluate([packetAt(later(-30 * minute), load(95), 'replayed')]);
    const [match] = await server.database.asOwner('select end_reason from cfs.rule_matches where rule_id = $1', [
      ruleId,
    ]);
    expect(match).toEqual({ end_reason: 3 });
    expect(await readEvents()).toEqual([{ kind: 'RuleMatchBegan' }]);
  });
});

describe('a spool that is replayed', () => {
  it('merges hits of several batches into one episode', async () => {
    await addRule();
    for (const ago of [120, 119, 118, 110]) {
      await evaluate([packetAt(later(-ago * minute), load(95), 'replayed')]);
    }
    expect((await readMatches()).map((match) => [match.match_count, match.end_reason])).toEqual([
      [3, 3],
      [1, 3],
    ]);
  });
});

describe('the rules in force', () => {
  const edited = (changes: Partial<RuleInput>) =>
    ruleInputSchema.parse({
      name: 'Busy',
      ruleTypeId: 1,
      matchLifetime: '00:05:00',
      conditions: [condition],
      ...changes,
    });

  it('are those of the last edit on every node', async () => {
    const ruleId = await addRule();
    await send(95);
    await updateRule(server.services, context, ruleId, edited({ conditions: [{ ...condition, RightOperand: '99' }] }));
    expect((await readMatches())[0]?.end_reason).toBe(2);
    await send(95);
    expect(await readMatches()).toHaveLength(1);
    await send(99.5);
    expect((await readMatches()).map((match) => match.end_reason).toSorted()).toEqual([2, null]);
  });

  it('keep their open matches when only actions are edited', async () => {
    const ruleId = await addRule();
    await send(95);
    await updateRule(server.services, context, ruleId, edited({ matchActions: [setColor('Red')] }));
    expect((await readMatches())[0]?.ended).toBeNull();
  });

  it('drop queued actions of a rule that is disabled', async () => {
    const ruleId = await addRule({ matchActions: [setColor('Red')] });
    await send(95);
    await toggleRule(server.services, context, ruleId);
    expect(await server.database.asOwner('select state from cfs.work_steps')).toEqual([{ state: 4 }]);
    await send(95);
    expect((await readMatches()).map((match) => match.end_reason)).toEqual([2]);
  });

  it.each([0, 1])('keep the queued actions of other rules when one is disabled (%i)', async (index) => {
    const ruleIds = [
      await addRule({ matchActions: [setColor('Red')] }),
      await addRule({ matchActions: [setColor('Green')] }),
    ].toSorted();
    await send(95);
    await toggleRule(server.services, context, ruleIds[index] ?? '');
    const dropped = await server.database.asOwner('select from cfs.work_steps where state = 4');
    const kept = await server.database.asOwner('select from cfs.work_steps where finished is null');
    expect([dropped.length, kept.length]).toEqual([1, 1]);
  });

  it('drop queued actions and end the matches of a rule that an edit disables', async () => {
    const ruleId = await addRule({ matchActions: [setColor('Red')] });
    await send(95);
    await updateRule(server.services, context, ruleId, edited({ matchActions: [setColor('Red')], enabled: false }));
    expect(await server.database.asOwner('select state from cfs.work_steps')).toEqual([{ state: 4 }]);
    expect((await readMatches()).map((match) => match.end_reason)).toEqual([2]);
  });

  it('keep the history of a deleted rule', async () => {
    const ruleId = await addRule();
    await send(95);
    await deleteRule(server.services, context, ruleId);
    await send(95);
    expect((await readMatches()).map((match) => match.end_reason)).toEqual([2]);
  });

  it('of all tenants match in the tenant of the subject', async () => {
    const everywhere = systemContext({ name: 'test', clock: server.clock, tenantId: 'all' });
    await createRule(server.services, everywhere, {
      name: 'Any',
      ruleTypeId: 1,
      matchLifetime: '00:05:00',
      conditions: [condition],
      tenantId: null,
    });
    await send(95);
    expect(await readMatches()).toMatchObject([{ tenant_id: server.tenants.own }]);
  });

  it('of another tenant match nothing in this one', async () => {
    const foreign = systemContext({ name: 'test', clock: server.clock, tenantId: server.tenants.foreign });
    await createRule(server.services, foreign, {
      name: 'Theirs',
      ruleTypeId: 1,
      matchLifetime: '00:05:00',
      conditions: [condition],
    });
    await send(95);
    expect(await readMatches()).toEqual([]);
  });
});

describe('occurrence patterns', () => {
  const patterned = (OccurrencePattern: object) =>
    addRule({ conditions: [{ ...condition, OccurrencePattern }] as RuleInput['conditions'] });

  it('count hits in a row across batches and nodes', async () => {
    await patterned({ Option: occurrenceOptions.TimesInARow, Count: 3 });
    const other = createIngestRules(server.services);
    await send(95);
    await send(10);
    for (const node of [rules, other]) {
      server.clock.advance(1_000);
      await evaluate([packetAt(server.clock.now(), load(95))], node);
    }
    expect(await readMatches()).toEqual([]);
    server.clock.advance(1_000);
    await send(95);
    expect(await readMatches()).toHaveLength(1);
  });

  it('count each packet once when two nodes count at the same time', async () => {
    await patterned({ Option: occurrenceOptions.TimesInARow, Count: 6 });
    const nodes = [rules, createIngestRules(server.services)];
    const each = (index: number) => evaluate([packetAt(later(index), load(95))], nodes[index % 2]);
    await Promise.all([0, 1, 2, 3, 4].map(each));
    expect(await readMatches()).toEqual([]);
    await each(5);
    expect(await readMatches()).toHaveLength(1);
  });

  it('drop occurrences older than their span', async () => {
    await patterned({ Option: occurrenceOptions.TimesWithinSpan, Count: 2, Span: '00:01:00' });
    await send(95);
    server.clock.advance(2 * minute);
    await send(95);
    expect(await readMatches()).toEqual([]);
    server.clock.advance(30_000);
    await send(95);
    expect(await readMatches()).toHaveLength(1);
  });
});

describe('packets of an operation of a device', () => {
  it('belong to the subscription of the device and to the device itself', async () => {
    const [deviceId, subscriptionId, otherId] = [randomUUID(), randomUUID(), randomUUID()];
    for (const id of [subscriptionId, otherId])
      await server.database.asOwner(
        `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
         values ($1, $2, 'Fleet', now(), 'test', now(), 'test')`,
        [server.tenants.own, id],
      );
    await server.services.snapshot.refresh();
    await server.database.asOwner(
      `insert into cfs.blocks (tenant_id, block_id, subscription_id, name, block_type_id, created, created_by, modified, modified_by)
       values ($1, $2, $3, 'Pump', $4, now(), 'test', now(), 'test')`,
      [server.tenants.own, deviceId, subscriptionId, blockTypes.deviceHeartbeat],
    );
    const ofDevice = { Type: 0, LeftOperand: 9, Operator: 1, RightOperand: deviceId };
    const expected = [
      await addRule({ subscriptionId }),
      await addRule({ conditions: [ofDevice] }),
      await addRule({ conditions: [{ Type: 0, LeftOperand: 21, Operator: 1, RightOperand: subscriptionId }] }),
    ];
    await addRule({ subscriptionId: otherId });
    // Enough rules that packets find them through the index.
    for (let count = 0; count < 8; count += 1)
      await addRule({ conditions: [{ ...ofDevice, RightOperand: randomUUID() }] });
    await server.database.asOwner(
      `insert into cfs.packets_latest (tenant_id, entity_id, "timestamp", received_at, device_id)
       values ($1, $2, now(), now(), $3)`,
      [server.tenants.own, entityId, deviceId],
    );
    await evaluate([{ ...packetAt(server.clock.now(), load(95)), deviceId }]);
    const matched = await server.database.asOwner<{ rule_id: string }>('select rule_id from cfs.rule_matches');
    expect(matched.map(({ rule_id }) => rule_id).toSorted()).toEqual(expected.toSorted());
  });
});

describe('a rule whose stored form cannot be run', () => {
  it('is taken out of service with a reason, and the others run', async () => {
    const [broken, whole] = [await addRule(), await addRule()];
    await server.database.asOwner('update cfs.rules set conditions = $2 where rule_id = $1', [
      broken,
      JSON.stringify([{ ...condition, Operator: 99 }]),
    ]);
    await send(95);
    const matched = await server.database.asOwner('select rule_id from cfs.rule_matches');
    expect(matched).toEqual([{ rule_id: whole }]);
    await expect
      .poll(async () => (await server.as('Viewer').get(`/v1/rules?$filter=ruleId eq ${broken}`)).body)
      .toMatchObject({
        value: [
          {
            enabled: true,
            outOfServiceReason: 'It cannot be run as it is stored. Check its conditions and save it.',
          },
        ],
      });
    expect(server.takeServerErrors()).toHaveLength(1);
  });
});
