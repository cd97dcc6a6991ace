import { randomUUID } from 'node:crypto';
import { blockTypes } from '@cfs/contracts/block-enumerations';
import type { ConditionResult, MatchExplanation, RuleExplanation } from '@cfs/contracts/rule-explanations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let token: string;
let entityId: string;

beforeAll(async () => {
  server = await startTestServer();
  token = await server.tenantToken(['packets']);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.asOwner('update cfs.rules set enabled = false');
  await server.database.asOwner('update cfs.rule_epochs set epoch = epoch + 1');
  entityId = randomUUID();
});

const send = async (message: object, secondsAgo = 0): Promise<void> => {
  server.clock.advance(10_000);
  const timestamp = new Date(server.clock.now().getTime() - secondsAgo * 1_000).toISOString();
  const answer = await server.withCredential(token).post('/v1/packets', { entityId, timestamp, message });
  expect(answer.status).toBe(202);
};

const createRule = async (changes: object): Promise<string> => {
  const answer = await server.as('Operator').put('/v1/rules', {
    name: 'Hot',
    ruleTypeId: 1,
    matchLifetime: '00:05:00',
    conditions: [{ Type: 0, LeftOperand: 6, Operator: 1, RightOperand: entityId }, hot],
    ...changes,
  });
  expect(answer.status).toBe(201);
  return (answer.body as { ruleId: string }).ruleId;
};

const hot = { Type: 0, LeftOperand: 1, Operator: 3, RightOperand: '100' };

const explain = async (ruleId: string, entity = entityId): Promise<RuleExplanation> => {
  const answer = await server.as('Viewer').get(`/v1/rules/${ruleId}/explanation?entityId=${entity}`);
  expect(answer.status).toBe(200);
  return answer.body as RuleExplanation;
};

const addBlock = async (name: string, blockTypeId = 8): Promise<void> => {
  const subscriptionId = randomUUID();
  await server.database.asOwner(
    `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
     values ($1, $2, 'Boiler house', now(), 'test', now(), 'test')`,
    [server.tenants.own, subscriptionId],
  );
  await server.database.asOwner(
    `insert into cfs.blocks (tenant_id, block_id, subscription_id, name, block_type_id, created, created_by, modified, modified_by)
     values ($1, $2, $3, $4, $5, now(), 'test', now(), 'test')`,
    [server.tenants.own, entityId, subscriptionId, name, blockTypeId],
  );
  await server.services.snapshot.refresh();
};

const explainMatch = async (): Promise<MatchExplanation> => {
  const list = await server.as('Viewer').get(`/v1/rulematches?$filter=subjectId eq ${entityId}&$orderby=created desc`);
  const [match] = (list.body as { value: { ruleMatchId: string }[] }).value;
  const answer = await server.as('Viewer').get(`/v1/rulematches/${match?.ruleMatchId ?? ''}/explanation`);
  expect(answer.status).toBe(200);
  return answer.body as MatchExplanation;
};

const results = ({ alternatives }: RuleExplanation): ConditionResult[][] =>
  alternatives.map(({ conditions }) => conditions.map(({ result }) => result));

describe('the explanation of a rule', () => {
  it('shows the value and the result of every condition on the latest packet', async () => {
    const ruleId = await createRule({
      conditions: [
        hot,
        { Type: 0, LeftOperand: 2, LeftOperandFieldName: 'Load', Operator: 3, RightOperand: '1' },
        { Type: 1, LeftOperand: 4, LeftOperandFieldName: 'Health', Operator: 8, RightOperand: '^do' },
      ],
    });
    await send({ Value: 120, States: { Health: 'up' } });
    const explanation = await explain(ruleId);
    expect(results(explanation)).toEqual([['Holds', 'Missing'], ['Fails']]);
    expect(explanation).toMatchObject({
      timestamp: server.clock.now().toISOString(),
      verdict: 'The latest packet does not satisfy the rule.',
      reasons: [
        'Alternative 1 does not hold: condition 2: Metrics Load has no value.',
        'Alternative 2 does not hold: condition 3 fails.',
      ],
    });
    expect(explanation.alternatives[0]?.conditions[0]).toMatchObject({ value: '120', rightOperand: '100' });
    await send({ States: { Health: 'down' } });
    expect(await explain(ruleId)).toMatchObject({
      verdict: 'The latest packet satisfies the rule, and a match is open.',
      reasons: [],
      ruleMatchId: expect.any(String),
    });
  });

  it('reports every other reason why the rule does not fire', async () => {
    const timeConditions = { TimeZoneId: 'UTC', EndRange: '2020-01-01' };
    const ruleId = await createRule({ enabled: false, timeConditions });
    expect(await explain(ruleId)).toMatchObject({
      verdict: 'No match is open.',
      reasons: ['The rule is disabled.', 'No packet of this entity has been received.'],
    });
    await send({ Value: 120 });
    expect((await explain(ruleId)).reasons).toEqual([
      'The rule is disabled.',
      'The time of the packet is outside the time limitations of the rule.',
    ]);
  });

  it('reports that rules do not evaluate a late packet, except for absence', async () => {
    const ruleId = await createRule({});
    const silent = { Type: 1, LeftOperand: 47, Operator: 3, RightOperand: '00:05:00' };
    const either = await createRule({ ruleTypeId: 3, conditions: [hot, silent] });
    await send({ Value: 120 }, 301);
    expect(await explain(ruleId)).toMatchObject({
      verdict: 'The latest packet does not satisfy the rule.',
      reasons: ['The packet arrived more than 5 minutes late: rules ignore it.'],
    });
    expect((await explain(either)).reasons).toEqual([]);
    await send({ Value: 120 }, 300);
    expect((await explain(ruleId)).reasons).toEqual([]);
  });

  it('treats a late packet of a device as replayed', async () => {
    const ruleId = await createRule({});
    await send({ Value: 120 }, 301);
    await addBlock('Pump', blockTypes.deviceHeartbeat);
    expect((await explain(ruleId)).reasons).toEqual([]);
  });

  it('reports when a pattern needs more hits and when actions are suppressed', async () => {
    const ruleId = await createRule({ conditions: [{ ...hot, OccurrencePattern: { Option: 2, Count: 3 } }] });
    await server.as('Operator').put('/v1/silences', {
      entityId,
      until: new Date(server.clock.now().getTime() + 3_600_000).toISOString(),
      reason: 'Repair',
    });
    await send({ Value: 120 });
    expect((await explain(ruleId)).reasons).toEqual([
      'An alternative holds, and counts when it holds 3 times in a row: 1 so far.',
      expect.stringContaining('Its actions are suppressed. Silenced by'),
    ]);
    await send({ Value: 121 });
    expect((await explain(ruleId)).reasons[0]).toContain(': 2 so far.');
    await send({ Value: 122 });
    expect(await explain(ruleId)).toMatchObject({
      verdict: 'The latest packet satisfies the rule, and a match is open.',
      reasons: [expect.stringContaining('Its actions are suppressed.') as string],
    });
    await send({ Value: 50 });
    expect((await explain(ruleId)).reasons[0]).toContain('does not hold');
  });

  it.each([
    [{ Option: 3, Count: 3, Span: '00:00:25' }, 'when it holds 3 times within 00:00:25: 2 so far.', 4],
    [{ Option: 4, Span: '00:00:25' }, 'at most once per 00:00:25: it has already counted within that span.', 2],
  ])('reports what a pattern has counted: %j', async (OccurrencePattern, words, packets) => {
    const ruleId = await createRule({ conditions: [{ ...hot, OccurrencePattern }] });
    for (let sent = 0; sent < packets; sent += 1) {
      if (sent === 2) server.clock.advance(10_000);
      await send({ Value: 120 });
    }
    expect((await explain(ruleId)).reasons).toEqual([`An alternative holds, and counts ${words}`]);
  });

  it('shows the values of History rules: windows, and the time without a packet', async () => {
    const ruleId = await createRule({
      ruleTypeId: 3,
      conditions: [
        { Type: 0, LeftOperand: 43, Operator: 3, RightOperand: '90' },
        { Type: 0, LeftOperand: 41, Operator: 3, RightOperand: '50' },
        { Type: 1, LeftOperand: 47, Operator: 3, RightOperand: '00:01:00' },
      ],
    });
    for (const Value of [80, 110]) await send({ Value });
    server.clock.advance(30_000);
    const explanation = await explain(ruleId);
    expect(results(explanation)).toEqual([['Holds', 'Fails'], ['Fails']]);
    const values = explanation.alternatives.flatMap(({ conditions }) => conditions.map(({ value }) => value));
    expect(values).toEqual(['95', '30', '00:00:30']);
    server.clock.advance(30_000);
    expect(results(await explain(ruleId))).toEqual([['Holds', 'Fails'], ['Holds']]);
  });

  describe('of an absence', () => {
    const silent = { Type: 0, LeftOperand: 47, Operator: 3, RightOperand: '00:10:00' };
    const own = () => ({ Type: 0, LeftOperand: 6, Operator: 1, RightOperand: entityId });
    const inMinutes = (minutes: number): string =>
      new Date(server.clock.now().getTime() + minutes * 60_000).toISOString();

    it('checks time limitations against the present', async () => {
      await send({ Value: 1 });
      const inRange = (range: object, more: readonly object[] = []) =>
        createRule({
          ruleTypeId: 3,
          conditions: [own(), silent, ...more],
          timeConditions: { TimeZoneId: 'UTC', ...range },
        });
      const begins = await inRange({ StartRange: inMinutes(5) });
      const ends = await inRange({ EndRange: inMinutes(5) });
      const either = await inRange({ StartRange: inMinutes(5) }, [{ ...own(), Type: 1 }]);
      server.clock.advance(11 * 60_000);
      expect((await explain(begins)).reasons).toEqual([]);
      expect((await explain(ends)).reasons).toEqual(['The current time is outside the time limitations of the rule.']);
      expect((await explain(either)).reasons).toEqual([]);
      await send({ Value: 1 });
      server.clock.advance(60_000);
      const { reasons } = await explain(await inRange({ StartRange: inMinutes(0) }, [{ ...own(), Type: 1 }]));
      expect(reasons).toEqual(['The time of the packet is outside the time limitations of the rule.']);
    });

    it('measures the absence of a block that has never sent from its creation', async () => {
      await addBlock('Boiler');
      await server.database.asOwner('update cfs.blocks set created = $2 where block_id = $1', [
        entityId,
        server.clock.now(),
      ]);
      const ruleId = await createRule({ ruleTypeId: 3, conditions: [own(), silent] });
      const either = await createRule({ ruleTypeId: 3, conditions: [own(), silent, { ...own(), Type: 1 }] });
      server.clock.advance(9 * 60_000);
      expect(await explain(ruleId)).toMatchObject({
        timestamp: null,
        verdict: 'The time without a packet does not satisfy the rule.',
        reasons: ['Alternative 1 does not hold: condition 2 fails.'],
      });
      expect((await explain(either)).reasons).toEqual(['No packet of this entity has been received.']);
      server.clock.advance(60_000);
      expect(await explain(ruleId)).toMatchObject({
        verdict: 'The time without a packet satisfies the rule.',
        reasons: [],
      });
      expect((await explain(either)).reasons).toEqual([]);
    });
  });

  it('names the entities, devices, subscriptions and tenants whose ids conditions contain', async () => {
    await addBlock('Boiler');
    const other = randomUUID();
    const ruleId = await createRule({
      conditions: [
        { Type: 0, LeftOperand: 6, Operator: 1, RightOperand: entityId.toUpperCase() },
        { Type: 0, LeftOperand: 9, Operator: 2, RightOperand: other },
        { Type: 0, LeftOperand: 20, Operator: 1, RightOperand: server.tenants.own },
        { Type: 0, LeftOperand: 21, Operator: 13, RightOperand: null },
        { Type: 0, LeftOperand: 1, Operator: 2, RightOperand: entityId },
      ],
    });
    await send({ Value: 1 });
    const { entityName, alternatives } = await explain(ruleId);
    const { tenants } = await server.services.snapshot.current();
    const tenantName = tenants.get(server.tenants.own)?.name;
    expect(entityName).toBe('Boiler');
    expect(alternatives[0]?.conditions.map(({ rightName, valueName }) => [rightName, valueName])).toEqual([
      ['Boiler', 'Boiler'],
      [null, 'Boiler'],
      [tenantName, tenantName],
      [null, 'Boiler house'],
      [null, null],
    ]);
  });

  it('names an entity without a block after its latest packet', async () => {
    const ruleId = await createRule({});
    await send({ Value: 120, Properties: { BlockName: 'Script' } });
    const { entityName, alternatives } = await explain(ruleId);
    expect(entityName).toBe('Script');
    expect(alternatives[0]?.conditions[0]).toMatchObject({ value: entityId, valueName: 'Script', rightName: 'Script' });
    await send({ Value: 121 });
    expect((await explain(ruleId)).alternatives[0]?.conditions[0]).toMatchObject({ valueName: null, rightName: null });
    expect((await explainMatch()).opening[0]?.conditions[0]).toMatchObject({ value: entityId });
  });

  it('treats an entity as a device only if it is one', async () => {
    const ruleId = await createRule({ conditions: [{ Type: 0, LeftOperand: 9, Operator: 1, RightOperand: entityId }] });
    await send({ Value: 1 });
    expect(results(await explain(ruleId))).toEqual([['Missing']]);
  });

  it('shows which rules are active for a Correlation rule', async () => {
    const [one, other] = [
      await createRule({}),
      await createRule({ name: 'Other', conditions: [{ ...hot, RightOperand: '999' }] }),
    ];
    const active = (RightOperand: string, Operator = 1) => ({ Type: 0, LeftOperand: 30, Operator, RightOperand });
    const ruleId = await createRule({
      ruleTypeId: 2,
      conditions: [active(one), active(other)],
      correlation: { Reach: 'Subject', Span: '00:05:00' },
    });
    await send({ Value: 120 });
    const explanation = await explain(ruleId);
    expect(results(explanation)).toEqual([['Holds', 'Fails']]);
    expect(explanation).toMatchObject({
      verdict: 'What is active at present does not satisfy the rule.',
      alternatives: [
        {
          conditions: [
            { value: 'active', rightName: 'Hot' },
            { value: 'not active', rightName: 'Other' },
          ],
        },
      ],
    });
  });

  it('evaluates the present state of a work unit', async () => {
    const ruleId = await createRule({
      ruleTypeId: 4,
      conditions: [
        { Type: 0, LeftOperand: 61, Operator: 7, RightOperand: '1' },
        { Type: 0, LeftOperand: 60, Operator: 8, RightOperand: '^Disk' },
        { Type: 1, LeftOperand: 64, Operator: 1, RightOperand: '99999999999999999999' },
      ],
    });
    const unit = { title: 'Disk is full', severityId: 'Sev2', workUnitTypeId: 1 };
    const made = (await server.as('Operator').put('/v1/workunits', unit)).body as { internalWorkUnitId: string };
    const explanation = await explain(ruleId, made.internalWorkUnitId);
    expect(results(explanation)).toEqual([['Fails', 'Holds'], ['Missing']]);
    expect(explanation).toMatchObject({
      entityName: 'Disk is full',
      verdict: 'The work unit as it is does not satisfy the rule.',
      alternatives: [
        { conditions: [{ value: '2', valueName: 'Sev2', rightName: 'Sev1' }, { value: 'Disk is full' }] },
        { conditions: [{ value: null, rightName: null }] },
      ],
    });
    expect((await explain(ruleId)).reasons).toEqual(['There is no work unit with this internal id.']);
  });

  it('shows whether an entity lies in the scope of a Maintenance rule', async () => {
    const timeConditions = { TimeZoneId: 'UTC', DaysOfWeek: [0, 1, 2, 3, 4, 5, 6] };
    const conditions = [{ Type: 0, LeftOperand: 6, Operator: 1, RightOperand: entityId }];
    const ruleId = await createRule({ ruleTypeId: 5, conditions, timeConditions });
    expect(await explain(ruleId)).toMatchObject({ verdict: 'What is open at present satisfies the rule.' });
    expect(results(await explain(ruleId, randomUUID()))).toEqual([['Fails']]);
  });

  it('shows the values of an Aggregation rule in its last bucket', async () => {
    const ruleId = await createRule({
      ruleTypeId: 6,
      conditions: [
        { Type: 0, LeftOperand: 6, Operator: 1, RightOperand: entityId },
        { Type: 0, LeftOperand: 46, Operator: 6, RightOperand: '1' },
      ],
      aggregation: { Bucket: '00:01:00', GroupBy: 'Tenant' },
    });
    await send({ Value: 7 });
    const buckets = Math.floor(server.clock.now().getTime() / 60_000) + 1;
    server.clock.set(new Date((buckets + 5) * 60_000));
    const explanation = await explain(ruleId);
    expect(results(explanation)).toEqual([['Holds', 'Holds']]);
    expect(explanation.alternatives[0]?.conditions[1]).toMatchObject({ value: '1' });
    server.clock.advance(60_000);
    expect(results(await explain(ruleId))).toEqual([['Holds', 'Fails']]);
  });

  it('is only available to users of the tenant with permission to view rules', async () => {
    const ruleId = await createRule({});
    const address = `/v1/rules/${ruleId}/explanation`;
    expect((await server.as('Viewer', server.tenants.foreign).get(`${address}?entityId=${entityId}`)).status).toBe(404);
    expect((await server.as('Requester').get(`${address}?entityId=${entityId}`)).status).toBe(403);
    for (const query of ['', '?entityId=x', `?entityId=${entityId}&entityId=${entityId}`])
      expect((await server.as('Viewer').get(`${address}${query}`)).status).toBe(400);
  });
});

describe('the explanation of a match', () => {
  it('omits the conditions of a rule that cannot be run as it is stored', async () => {
    const ruleId = await createRule({});
    await send({ Value: 120 });
    await server.database.asOwner('update cfs.rules set conditions = $2 where rule_id = $1', [
      ruleId,
      JSON.stringify([{ ...hot, Operator: 99 }]),
    ]);
    expect(await explainMatch()).toMatchObject({ ruleName: 'Hot', matchCount: 1, opening: [], hits: [] });
    const ofRule = await server.as('Viewer').get(`/v1/rules/${ruleId}/explanation?entityId=${entityId}`);
    expect(ofRule).toMatchObject({ status: 409, body: { detail: expect.stringContaining('save it') as unknown } });
  });

  it('shows why it opened, its hits, and that it is still open', async () => {
    await createRule({ useSlidingExpiration: true });
    for (const Value of [120, 50, 130]) await send({ Value });
    const explanation = await explainMatch();
    expect(explanation).toMatchObject({
      ruleName: 'Hot',
      isRuleChanged: false,
      isComplete: true,
      matchCount: 2,
      hits: [{ value: '130' }, { value: '120' }],
      opening: [{ result: 'Holds', conditions: [{ value: entityId }, { value: '120', rightOperand: '100' }] }],
    });
    expect(explanation.events.map(({ text }) => text)).toEqual([
      'The first hit of the rule "Hot" opened it.',
      'The latest of 2 hits.',
      'It stays open until then; each further hit extends it.',
    ]);
  });

  it('shows who acknowledged it and why it ended', async () => {
    const ruleId = await createRule({});
    await send({ Value: 120 });
    const { ruleMatchId } = await explainMatch();
    const operator = server.as('Operator');
    await operator.post(`/v1/rulematches/${ruleMatchId}/acknowledge`);
    await operator.post(`/v1/rulematches/${ruleMatchId}/expire`, { reason: 'Known' });
    const { mail } = await server.person('Operator');
    expect((await explainMatch()).events.map(({ text }) => text)).toEqual([
      'The first hit of the rule "Hot" opened it.',
      `${mail} acknowledged it.`,
      `${mail} ended it by hand: Known`,
    ]);
    server.clock.advance(1_000);
    await operator.post(`/v1/rules/toggledisabled/${ruleId}`);
    expect((await explainMatch()).isRuleChanged).toBe(true);
  });

  it('shows the values of windows and of work units when it opened', async () => {
    await createRule({ ruleTypeId: 3, conditions: [{ Type: 0, LeftOperand: 41, Operator: 3, RightOperand: '50' }] });
    for (const Value of [10, 70, 71]) await send({ Value });
    expect(await explainMatch()).toMatchObject({
      opening: [{ result: 'Holds', conditions: [{ value: '60' }] }],
      hits: [{ value: '70' }],
    });
  });

  it('remains available after its rule is deleted', async () => {
    const ruleId = await createRule({});
    await send({ Value: 120 });
    expect((await server.as('Administrator').delete(`/v1/rules/${ruleId}`)).status).toBe(204);
    const { events } = await explainMatch();
    expect(events.at(-1)?.text).toBe('It was superseded: the rule was edited, disabled or deleted.');
  });
});
