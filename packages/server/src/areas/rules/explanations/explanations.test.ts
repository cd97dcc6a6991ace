import { randomUUID } from 'node:crypto';
import type { ConditionStanding, MatchExplanation, RuleExplanation } from '@cfs/contracts/rule-explanations';
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
beforeEach(() => {
  entityId = randomUUID();
});

const send = async (message: object): Promise<void> => {
  server.clock.advance(10_000);
  const answer = await server
    .withCredential(token)
    .post('/v1/packets', { entityId, timestamp: server.clock.now().toISOString(), message });
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

const explainMatch = async (): Promise<MatchExplanation> => {
  const list = await server.as('Viewer').get(`/v1/rulematches?$filter=subjectId eq ${entityId}&$orderby=created desc`);
  const [match] = (list.body as { value: { ruleMatchId: string }[] }).value;
  const answer = await server.as('Viewer').get(`/v1/rulematches/${match?.ruleMatchId ?? ''}/explanation`);
  expect(answer.status).toBe(200);
  return answer.body as MatchExplanation;
};

const standings = ({ alternatives }: RuleExplanation): ConditionStanding[][] =>
  alternatives.map(({ conditions }) => conditions.map(({ standing }) => standing));

describe('the explanation of a rule', () => {
  it('shows the value and the standing of every condition on the latest packet', async () => {
    const ruleId = await createRule({
      conditions: [
        hot,
        { Type: 0, LeftOperand: 2, LeftOperandFieldName: 'Load', Operator: 3, RightOperand: '1' },
        { Type: 1, LeftOperand: 4, LeftOperandFieldName: 'Health', Operator: 8, RightOperand: '^do' },
      ],
    });
    await send({ Value: 120, States: { Health: 'up' } });
    const explanation = await explain(ruleId);
    expect(standings(explanation)).toEqual([['Holds', 'Missing'], ['Fails']]);
    expect(explanation).toMatchObject({
      timestamp: server.clock.now().toISOString(),
      verdict: 'The latest packet does not satisfy the rule.',
      reasons: [
        'Alternative 1 does not hold: condition 2: Metrics Load is not in the packet.',
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

  it('names everything else that keeps the rule from firing', async () => {
    const timeConditions = { TimeZoneId: 'UTC', EndRange: '2020-01-01' };
    const ruleId = await createRule({ enabled: false, timeConditions });
    expect(await explain(ruleId)).toMatchObject({
      verdict: 'No match is open.',
      reasons: ['The rule is disabled.', 'No packet of this entity has been received.'],
    });
    await send({ Value: 120 });
    expect((await explain(ruleId)).reasons).toEqual([
      'The rule is disabled.',
      'The time of the packet lies outside the time limitations of the rule.',
    ]);
  });

  it('says when a pattern asks for more and when actions are suppressed', async () => {
    const ruleId = await createRule({ conditions: [{ ...hot, OccurrencePattern: { Option: 2, Count: 3 } }] });
    await server.as('Operator').put('/v1/silences', {
      entityId,
      until: new Date(server.clock.now().getTime() + 3_600_000).toISOString(),
      reason: 'Repair',
    });
    await send({ Value: 120 });
    expect((await explain(ruleId)).reasons).toEqual([
      'An alternative holds, and counts when it holds 3 times in a row.',
      expect.stringContaining('Its actions are suppressed. Silenced by'),
    ]);
  });

  it('is for people of the tenant who may view rules', async () => {
    const ruleId = await createRule({});
    const address = `/v1/rules/${ruleId}/explanation`;
    expect((await server.as('Viewer', server.tenants.foreign).get(`${address}?entityId=${entityId}`)).status).toBe(404);
    expect((await server.as('Requester').get(`${address}?entityId=${entityId}`)).status).toBe(403);
    for (const query of ['', '?entityId=x', `?entityId=${entityId}&entityId=${entityId}`])
      expect((await server.as('Viewer').get(`${address}${query}`)).status).toBe(400);
  });
});

describe('the explanation of a match', () => {
  it('tells why it opened, its hits, and that it stands', async () => {
    await createRule({ useSlidingExpiration: true });
    for (const Value of [120, 50, 130]) await send({ Value });
    const explanation = await explainMatch();
    expect(explanation).toMatchObject({
      ruleName: 'Hot',
      isRuleChanged: false,
      isComplete: true,
      matchCount: 2,
      hits: [{ value: '130' }, { value: '120' }],
      opening: [{ standing: 'Holds', conditions: [{ value: entityId }, { value: '120', rightOperand: '100' }] }],
    });
    expect(explanation.events.map(({ text }) => text)).toEqual([
      'The first hit of the rule "Hot" opened it.',
      'The latest of 2 hits.',
      'It stands until then, and longer with each further hit.',
    ]);
  });

  it('tells by whom it was acknowledged and why it ended', async () => {
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

  it('outlives its rule', async () => {
    const ruleId = await createRule({});
    await send({ Value: 120 });
    expect((await server.as('Administrator').delete(`/v1/rules/${ruleId}`)).status).toBe(204);
    const { events } = await explainMatch();
    expect(events.at(-1)?.text).toBe('It was superseded: the rule was edited, disabled or deleted.');
  });
});
