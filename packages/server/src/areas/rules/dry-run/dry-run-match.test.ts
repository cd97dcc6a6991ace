import { randomUUID } from 'node:crypto';
import { actionDefinitionTypes, builtInActions } from '@cfs/contracts/action-enumerations';
import type { RuleMatchDryRun } from '@cfs/contracts/dry-run';
import type { RuleAction } from '@cfs/contracts/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { readContents } from '../../actions/testing/read-contents.ts';
import { action, historiesOf, matchOnce } from '../testing/match-once.ts';

let server: TestServer;
let entityId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => {
  entityId = randomUUID();
});

const matchOf = async (actions: readonly RuleAction[], expirationActions: readonly RuleAction[] = []) => {
  await matchOnce(server, entityId, actions, expirationActions);
  const [match] = await server.database.asOwner<{ id: string; rule: string }>(
    `select rule_match_id as id, rule_id as rule from cfs.rule_matches where subject_id = $1`,
    [entityId],
  );
  if (!match) throw new Error('There is no match.');
  return match;
};

const dryRun = async (ruleMatchId: string, body: object = {}): Promise<RuleMatchDryRun> => {
  const answer = await server.as('Viewer').post(`/v1/rulematches/${ruleMatchId}/dryrun`, body);
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  return answer.body as RuleMatchDryRun;
};

const addHttpAction = async (url: string): Promise<string> => {
  const { body, text } = await server.as('Administrator').put('/v1/actionDefinitions', {
    name: 'Call',
    actionDefinitionTypeId: actionDefinitionTypes.RuleAction,
    inputParameters: 'Note',
    endpointUrl: url,
    body: '{"bar":"{{Metrics.Bar}}","note":"{{Note}}"}',
  });
  const { actionDefinitionId } = body as { actionDefinitionId?: string };
  if (actionDefinitionId === undefined) throw new Error(text);
  return actionDefinitionId;
};

const addBlock = async (): Promise<void> => {
  const subscriptionId = randomUUID();
  await server.database.asOwner(
    `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
     values ($1, $2, 'Production', now(), 'test', now(), 'test')`,
    [server.tenants.own, subscriptionId],
  );
  await server.database.asOwner(
    `insert into cfs.blocks (tenant_id, block_id, subscription_id, name, block_type_id, created, created_by, modified, modified_by)
     values ($1, $2, $3, 'Boiler', 1, now(), 'test', now(), 'test')`,
    [server.tenants.own, entityId, subscriptionId],
  );
};

describe('a dry run of a match', () => {
  it('lists its actions in the order in which they begin, and agrees with their later effects', async () => {
    await addBlock();
    const call = await addHttpAction('https://example.com/hook?name={{EntityName}}');
    const { id } = await matchOf([
      action(builtInActions.sendEmail, { To: 'ops@example.com', Subject: 'Hot: {{Value}}' }),
      action(call, { Note: 'of {{Label}}' }),
      action(builtInActions.createWorkUnit, { SeverityId: '1' }),
      action(builtInActions.setColor, { Color: 'Red' }),
    ]);
    const { value } = await dryRun(id);
    expect(value.map(({ name, outcome }) => `${name}: ${outcome}`)).toEqual([
      'Set Color: runs',
      'Create Work Unit: runs',
      'Send Email: runs',
      'Call: runs',
    ]);
    const [unit] = await server.database.asOwner<{ title: string; description: string; work_unit_id: string }>(
      `select w.title, w.description, w.work_unit_id from cfs.work_units w
       join cfs.rule_work_units r on r.work_unit_id = w.work_unit_id where r.subject_id = $1`,
      [entityId],
    );
    const [message] = await server.database.asOwner<{ subject: string; body: string }>(
      `select subject, body from cfs.outbox_messages where recipient = 'ops@example.com'`,
    );
    expect(value.map(({ effect }) => effect)).toMatchObject([
      { kind: 'color', entityId, color: 'FF3333' },
      {
        kind: 'workUnit',
        notedIn: Number(unit?.work_unit_id),
        title: unit?.title,
        description: unit?.description,
        severityId: 'Sev1',
      },
      { kind: 'mail', subject: message?.subject, text: message?.body, staysInOutbox: true },
      {
        kind: 'http',
        method: 'POST',
        url: 'https://example.com/hook?name=Boiler',
        body: JSON.stringify({ bar: 'a "b"\n', note: 'of Hot "boiler": Boiler' }),
      },
    ]);
  });

  it('creates an incident after the work unit of the rule is finished', async () => {
    const { id } = await matchOf([action(builtInActions.createWorkUnit)]);
    await server.database.asOwner(
      `update cfs.work_units set state = 6 where work_unit_id in
         (select work_unit_id from cfs.rule_work_units where subject_id = $1)`,
      [entityId],
    );
    const { value } = await dryRun(id);
    expect(value).toMatchObject([{ outcome: 'runs', effect: { notedIn: null, severityId: 'Sev3' } }]);
  });

  it('writes nothing', async () => {
    const { id } = await matchOf([
      action(builtInActions.createWorkUnit),
      action(builtInActions.sendEmail, { To: 'a@b.c' }),
    ]);
    await dryRun(id);
    const before = await readContents(server);
    expect((await dryRun(id)).value).toHaveLength(2);
    expect(await readContents(server)).toEqual(before);
    expect(await historiesOf(server, entityId)).toHaveLength(4);
  });

  it('reports which actions have no effect and why', async () => {
    const { id } = await matchOf([
      action(builtInActions.setColor, { Color: 'Red' }),
      action(await addHttpAction('http://169.254.169.254/latest')),
      action(await addHttpAction('http://{{Note}}.example.com/'), { Note: 'open' }),
    ]);
    expect((await dryRun(id)).value.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['suppressed', 'No block shows the entity.'],
      ['suppressed', '169.254.169.254 is not an address that actions may call.'],
      ['runs', null],
    ]);
  });

  it('suppresses an action whose definition was deleted', async () => {
    const { id, rule } = await matchOf([]);
    await server.database.asOwner(`update cfs.rules set match_actions = $2 where rule_id = $1`, [
      rule,
      JSON.stringify([action(randomUUID())]),
    ]);
    expect((await dryRun(id)).value).toMatchObject([
      {
        name: 'An action that is no longer defined',
        outcome: 'suppressed',
        reason: 'The action is no longer defined.',
        effect: null,
      },
    ]);
  });

  it('shows the actions of its end until it has ended', async () => {
    const { id } = await matchOf([], [action(builtInActions.sendEmail, { To: 'end@example.com' })]);
    expect(await dryRun(id)).toMatchObject({ occasion: 'Began', value: [] });
    const ended = { occasion: 'Ended' };
    expect((await dryRun(id, ended)).value).toMatchObject([{ outcome: 'runs', effect: { to: ['end@example.com'] } }]);
    await server.database.asOwner(`update cfs.rule_matches set ended = now(), end_reason = 1 where subject_id = $1`, [
      entityId,
    ]);
    expect((await dryRun(id, ended)).value).toMatchObject([
      { outcome: 'suppressed', reason: 'The match has already ended.', effect: { to: ['end@example.com'] } },
    ]);
  });

  it.each([
    ['enabled = false', 'The rule is disabled: no match of it begins.'],
    ['is_deleted = true', 'The rule is deleted: no match of it begins.'],
    [
      `out_of_service_since = now(), out_of_service_reason = 'slow'`,
      'The rule is out of service: no match of it begins.',
    ],
  ])('suppresses everything with %s', async (change, reason) => {
    const { id, rule } = await matchOf([action(builtInActions.sendEmail, { To: 'a@b.c' })]);
    await server.database.asOwner(`update cfs.rules set ${change} where rule_id = $1`, [rule]);
    expect((await dryRun(id)).value).toMatchObject([{ outcome: 'suppressed', reason, effect: { kind: 'mail' } }]);
  });

  it('returns 400 for an unknown occasion or a malformed id and 404 for an unknown match', async () => {
    const { id } = await matchOf([]);
    const url = `/v1/rulematches/${id}/dryrun`;
    expect((await server.as('Viewer').post(url, { occasion: 'Paused' })).status).toBe(400);
    expect((await server.as('Viewer').post(`/v1/rulematches/${randomUUID()}/dryrun`, {})).status).toBe(404);
    expect((await server.as('Viewer').post('/v1/rulematches/1/dryrun', {})).status).toBe(400);
  });
});
