import { builtInActions, resultStatuses } from '@cfs/contracts/action-enumerations';
import type { RuleInput } from '@cfs/contracts/rules';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemTenantId } from '../../../platform/context.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { action } from '../testing/match-once.ts';
import { createRuleBench, type RuleBench } from '../testing/rule-bench.ts';

const minute = 60;
let server: TestServer;
let bench: RuleBench;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.asOwner(
    'truncate cfs.rules, cfs.rule_matches, cfs.rule_occurrences, cfs.work_timers, cfs.work_events cascade',
  );
  await server.database.asOwner('update cfs.rule_epochs set epoch = epoch + 1');
  bench = await createRuleBench(server);
});

const add = async (fields: object = {}): Promise<WorkUnit> => {
  const answer = await server
    .as('Operator')
    .put('/v1/workunits', { title: 'Disk is full', severityId: 'Sev2', workUnitTypeId: 1, ...fields });
  expect(answer.status, answer.text).toBe(201);
  return answer.body as WorkUnit;
};

const set = async (unit: WorkUnit, field: keyof WorkUnit & string, value: unknown): Promise<void> => {
  const client = server.as('Operator');
  const now = (await client.get(`/v1/workunits(${unit.workUnitId})`)).body as WorkUnit;
  const answer = await client.patch(`/v1/workunits/${unit.workUnitId}`, [
    { op: 'test', path: `/${field}`, value: now[field] },
    { op: 'replace', path: `/${field}`, value },
  ]);
  expect(answer.status, answer.text).toBe(200);
};

const condition = (LeftOperand: number, Operator: number, RightOperand: string | null, more: object = {}) => ({
  Type: 0,
  LeftOperand,
  Operator,
  RightOperand,
  ...more,
});
const [title, severity, state, type, assignee] = [60, 61, 62, 63, 66];
const [equals, atMost, matches, isEmpty] = [1, 7, 8, 13];
const isNew = condition(state, equals, '1');

const addRule = (rule: Partial<RuleInput>) =>
  bench.addRule({ ruleTypeId: 4, matchLifetime: '01:00:00', conditions: [condition(severity, atMost, '1')], ...rule });

const evaluations = () =>
  server.database.asOwner<{ state: number }>("select state from cfs.work_steps where handler = 'rule-work-unit'");

const unitsOf = (ruleId: string) =>
  server.database.asOwner<{ internal_work_unit_id: string; rule_depth: number }>(
    'select * from cfs.work_units where created_by_rule_id = $1 order by work_unit_id',
    [ruleId],
  );

const incident = action(builtInActions.createWorkUnit, { SeverityId: '1' });

describe('WorkUnit rules', () => {
  it('follow the timeline in the documentation', async () => {
    const ruleId = await addRule({ conditions: [condition(severity, atMost, '1'), isNew] });
    const unit = await add();
    await bench.settle();
    expect(await bench.matchesOf(ruleId)).toEqual([]);
    bench.at(5 * minute);
    await set(unit, 'severityId', 'Sev1');
    await bench.settle();
    bench.at(6 * minute);
    await set(unit, 'title', 'Disk is full again');
    await bench.settle();
    bench.at(7 * minute);
    await set(unit, 'stateId', 'Acknowledged');
    await bench.settle();
    const match = { subjectId: unit.internalWorkUnitId, first: 5 * minute, last: 6 * minute, count: 2 };
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ ...match, expires: 65 * minute, end: null }]);
    bench.at(65 * minute);
    await bench.settle();
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ ...match, end: 'Expired' }]);
  });

  it('evaluate the unit as each change left it, however late they run', async () => {
    const ruleId = await addRule({ conditions: [condition(severity, equals, '0')] });
    const unit = await add();
    await set(unit, 'severityId', 'Sev0');
    await set(unit, 'severityId', 'Sev3');
    await bench.settle();
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ subjectId: unit.internalWorkUnitId, count: 1 }]);
  });

  it('run the actions of the begin and of the end once if their match is over before they run', async () => {
    const ruleId = await addRule({
      conditions: [condition(severity, atMost, '1')],
      matchLifetime: '00:05:00',
      matchActions: [action(builtInActions.sendEmail, { To: 'ops@example.com', Subject: 'Grave' })],
      expirationActions: [action(builtInActions.sendEmail, { To: 'ops@example.com', Subject: 'Over' })],
    });
    const unit = await add({ severityId: 'Sev1' });
    bench.at(minute);
    await set(unit, 'title', 'Disk is full again');
    bench.at(20 * minute);
    await bench.settle();
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ first: 0, last: minute, count: 2, end: 'Expired' }]);
    expect(await bench.actionsOf(ruleId)).toEqual(['RuleMatchBegan', 'RuleMatchEnded']);
  });

  it('count a change before the end of their match that is evaluated after the end, without another match', async () => {
    const ruleId = await addRule({
      matchLifetime: '00:05:00',
      matchActions: [incident],
      expirationActions: [incident],
    });
    const unit = await add({ severityId: 'Sev1' });
    await bench.settle();
    bench.at(minute);
    await set(unit, 'title', 'Disk is full again');
    await server.database.asOwner(
      "update cfs.work_steps set state = 5, available = $1 where handler = 'rule-work-unit' and finished is null",
      [new Date(bench.start + 11 * minute * 1_000)],
    );
    bench.at(10 * minute);
    await bench.settle();
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ count: 1, end: 'Expired' }]);
    bench.at(11 * minute);
    await bench.settle();
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ last: minute, count: 2, end: 'Expired' }]);
    expect(await bench.actionsOf(ruleId)).toEqual(['RuleMatchBegan', 'RuleMatchEnded']);
  });

  it('compare every operand of the unit', async () => {
    const ruleId = await addRule({
      conditions: [
        condition(title, matches, '^disk .*full$'.replace('disk', 'Disk')),
        condition(type, equals, '1'),
        condition(assignee, isEmpty, null),
        condition(67, 5, 'RACK 7'),
        condition(64, isEmpty, null),
        condition(65, isEmpty, null),
      ],
    });
    await add({ description: 'The server is in rack 7.' });
    await add({ description: 'The server is in rack 8.' });
    await bench.settle();
    expect(await bench.matchesOf(ruleId)).toHaveLength(1);
  });

  it('match expressions that are too slow for the event loop on another thread', async () => {
    const ruleId = await addRule({
      conditions: [condition(67, matches, `(?:disk|rack|fan)\\s+(?:[a-z]+\\s+){1,20}full`)],
    });
    await add({ description: `${'All is well. '.repeat(250)} rack number seven is full` });
    await bench.settle();
    expect(await bench.matchesOf(ruleId)).toHaveLength(1);
  });

  it('count occurrence patterns over the changes of one unit', async () => {
    const pattern = { Option: 2, Count: 2 };
    const ruleId = await addRule({ conditions: [condition(severity, atMost, '1', { OccurrencePattern: pattern })] });
    const unit = await add({ severityId: 'Sev1' });
    await add({ severityId: 'Sev1' });
    await set(unit, 'severityId', 'Sev2');
    await set(unit, 'severityId', 'Sev1');
    await bench.settle();
    expect(await bench.matchesOf(ruleId)).toEqual([]);
    await set(unit, 'title', 'Twice in a row');
    await bench.settle();
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ subjectId: unit.internalWorkUnitId, count: 1 }]);
  });

  it('of all tenants run on the units of each tenant', async () => {
    const ruleId = await bench.addRule(
      { ruleTypeId: 4, tenantId: null, conditions: [isNew] },
      server.as('Administrator', 'all'),
    );
    const [rule] = await server.database.asOwner('select tenant_id from cfs.rules where rule_id = $1', [ruleId]);
    expect(rule).toEqual({ tenant_id: systemTenantId });
    const unit = await add();
    await bench.settle();
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ subjectId: unit.internalWorkUnitId }]);
  });

  it('name the unit in the match and in the effects of its actions', async () => {
    const ruleId = await addRule({
      name: 'Grave',
      conditions: [isNew],
      matchActions: [
        action(builtInActions.sendEmail, { To: 'ops@example.com', Subject: '{{EntityName}} {{WorkUnitId}}' }),
      ],
    });
    const unit = await add();
    await bench.settle();
    const [match] = await server.database.asOwner('select * from cfs.rule_matches where rule_id = $1', [ruleId]);
    expect(match).toMatchObject({ label: 'Grave: Disk is full' });
    const histories = await server.database.asOwner(
      'select * from cfs.action_histories where reference_id = $1 and result_status_id = $2',
      [match?.['rule_match_id'], resultStatuses.Success],
    );
    expect(histories).toMatchObject([{ correlation_id: unit.internalWorkUnitId }]);
    expect(JSON.stringify(histories)).toContain(`Disk is full ${unit.workUnitId}`);
  });

  it('queue nothing in a tenant without an enabled WorkUnit rule', async () => {
    const ruleId = await addRule({ conditions: [isNew] });
    await server.as('Administrator').post(`/v1/rules/toggledisabled/${ruleId}`, {});
    await add();
    expect(await evaluations()).toEqual([]);
    await server.as('Administrator').post(`/v1/rules/toggledisabled/${ruleId}`, {});
    await add();
    expect(await evaluations()).toHaveLength(1);
  });

  it('are queued in the transaction of the change, so that a refused change leaves no evaluation', async () => {
    await addRule({ conditions: [isNew] });
    const unit = await add();
    const before = await evaluations();
    const answer = await server.as('Operator').patch(`/v1/workunits/${unit.workUnitId}`, [
      { op: 'test', path: '/workUnitCategoryId', value: null },
      { op: 'replace', path: '/workUnitCategoryId', value: 999_999 },
    ]);
    expect(answer.status).toBe(400);
    expect(await evaluations()).toEqual(before);
  });

  it('correlate with other rules', async () => {
    const unitRule = await addRule({ conditions: [isNew] });
    const ruleId = await bench.addRule({
      ruleTypeId: 2,
      conditions: [condition(30, equals, unitRule)],
      correlation: { Reach: 'Tenant', Span: '00:10:00', Ordered: false },
    });
    await add();
    await add();
    await bench.settle();
    expect(await bench.matchesOf(ruleId)).toMatchObject([{ subjectId: server.tenants.own, count: 2 }]);
  });
});

describe('a rule and the units that it creates', () => {
  const reasons = async (ruleId: string, unitId: string | undefined): Promise<unknown> => {
    const answer = await server.as('Viewer').get(`/v1/rules/${ruleId}/explanation?entityId=${unitId ?? ''}`);
    return (answer.body as { reasons: unknown }).reasons;
  };

  it('skips them', async () => {
    const ruleId = await addRule({ matchActions: [incident] });
    await add({ severityId: 'Sev1' });
    await bench.settle();
    const made = await unitsOf(ruleId);
    expect(made).toHaveLength(1);
    expect(await bench.matchesOf(ruleId)).toHaveLength(1);
    expect(await reasons(ruleId, made[0]?.internal_work_unit_id)).toEqual([
      'The rule created the work unit itself and ignores the work units that it creates.',
    ]);
  });

  it('ends a chain at depth 5 with an error in the history if it includes them', async () => {
    const ruleId = await addRule({ name: 'Echo', includeOwnWorkUnits: true, matchActions: [incident] });
    await add({ severityId: 'Sev1' });
    await bench.settle();
    const units = await unitsOf(ruleId);
    expect(units.map((unit) => unit.rule_depth)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await bench.matchesOf(ruleId)).toHaveLength(6);
    expect(await reasons(ruleId, units.at(-2)?.internal_work_unit_id)).toEqual([]);
    expect(await reasons(ruleId, units.at(-1)?.internal_work_unit_id)).toEqual([
      'A chain of rules led to the work unit: a chain has at most 5 matches.',
    ]);
    const failures = await server.database.asOwner('select * from cfs.action_histories where result_status_id = $1', [
      resultStatuses.EnqueueFailure,
    ]);
    expect(failures).toMatchObject([
      {
        correlation_id: units.at(-1)?.internal_work_unit_id,
        action_definition_id: builtInActions.createWorkUnit,
        result_detail: 'The rule "Echo" did not run: a chain of rules has at most 5 matches.',
      },
    ]);
  });
});
