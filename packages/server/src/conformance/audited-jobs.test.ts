import { randomUUID } from 'node:crypto';
import { builtInActions } from '@cfs/contracts/action-enumerations';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../admin/run-command.ts';
import { inviteAdministrators } from '../areas/access/invitations/invite-administrators.ts';
import { action, hit, matchOnce, settle } from '../areas/rules/testing/match-once.ts';
import { createTestMachine, promoteTestMachine } from '../areas/pending-devices/testing/test-machine.ts';
import { createProtocolScene } from '../areas/work-units/testing/protocol-scene.ts';
import { withdrawRule } from '../areas/rules/changes/withdraw-rule.ts';
import { scoreLinkKey, scoreLinks } from '../areas/work-units/score/score-link.ts';
import { takeScore } from '../areas/work-units/score/take-score.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/**
 * Covers writes that no route of a person makes: of machines, workers, links, the command line and the configuration.
 */
let server: TestServer;
let known: Set<string>;

interface Stored {
  readonly audit_id: string;
  readonly actor_kind: string;
  readonly actor_name: string;
  readonly entity: string;
  readonly entity_id: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

/** All records in the order in which they were written: the table is append-only. */
const all = () => server.database.asOwner<Stored>('select * from cfs.audit_records order by ctid');
/** The records since the test began, or since `begin` was called. */
const left = async () =>
  (await all())
    .filter(({ audit_id: id }) => !known.has(id))
    .map(({ entity, actor_kind: kind, actor_name: name, before, after }) => ({
      entity,
      by: `${kind} ${name}`,
      before,
      after,
    }));
/** The same sorted by entity, for work that runs in parallel. */
const leftByEntity = async () => (await left()).toSorted((one, other) => one.entity.localeCompare(other.entity, 'en'));
const begin = async (): Promise<void> => {
  known = new Set((await all()).map(({ audit_id: id }) => id));
};

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(begin);

test('an enrolment records the machine in the name of its token, once', async () => {
  const machine = createTestMachine(server, 'audited');
  const token = await server.tenantToken(['enrol']);
  await machine.enrol(token);
  await machine.enrol(token);
  await machine.signIn();
  const after = { machineName: 'audited', keyFingerprint: machine.fingerprint };
  expect(await left()).toEqual([{ entity: 'PendingDevice', by: 'token Test', before: null, after }]);
});

test('an agent that has restarted clears the flag in its own name, once', async () => {
  const machine = await promoteTestMachine(server, 'restarting');
  await server.as('Administrator').post(`/v1/devices/${machine.agentId()}/restartagent`);
  await begin();
  const device = await machine.asDevice();
  for (const expected of [204, 204]) expect((await device.post('/v1/agents/restarted')).status).toBe(expected);
  expect(await left()).toMatchObject([
    { entity: 'Device', before: { restart_agent_flag: true }, after: { restart_agent_flag: false } },
  ]);
  expect((await left())[0]?.by).toMatch(/^device /);
});

test('the actions of a match record the unit, the colour and the note on an open unit', async () => {
  const machine = await promoteTestMachine(server, 'boiler');
  const [entityId, by] = [machine.agentId(), 'system worker'];
  await begin();
  const actions = [action(builtInActions.createWorkUnit), action(builtInActions.setColor, { Color: 'Red' })];
  const worker = await matchOnce(server, entityId, actions);
  const first = (await leftByEntity()).filter(({ entity }) => entity !== 'Rule');
  expect(first).toMatchObject([
    { entity: 'BlockColor', by, before: null },
    { entity: 'WorkUnit', by, before: null, after: { source: 'Rule', stateId: 'New' } },
  ]);
  server.clock.advance(3_600_000);
  await settle(worker);
  await begin();
  await hit(server, entityId);
  await settle(worker);
  expect(await leftByEntity()).toMatchObject([
    { entity: 'BlockColor', by, before: first[0]?.after, after: first[0]?.after },
    { entity: 'WorkUnitNote', by, before: null, after: { relation: { referenceType: 'RuleMatch' } } },
  ]);
});

test('the outcome of a manual action is recorded with its run', async () => {
  const scene = createProtocolScene(server);
  const protocolId = await scene.protocol();
  const id = await scene.action(protocolId, await scene.definition('http://127.0.0.1:9/'), 'OnNew', {
    runAutomatically: false,
  });
  const unit = await scene.unit({ protocolId });
  await server.as('Operator').post(`/v1/workunits/${unit.workUnitId}/protocolActions/${id}/trigger`, {});
  await begin();
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await scene.settle();
    server.clock.advance(3_600_000);
  }
  expect(await left()).toMatchObject([
    { entity: 'ManualActionRun', by: 'system worker', before: { result_detail: null }, after: { status: 3 } },
  ]);
});

test('a rule that is taken out of service is recorded', async () => {
  const made = await server.as('Administrator').put('/v1/rules', {
    name: 'Slow',
    ruleTypeId: 1,
    matchLifetime: '00:05:00',
    conditions: [{ Type: 0, LeftOperand: 1, Operator: 3, RightOperand: '100' }],
    matchActions: [],
    expirationActions: [],
  });
  const { ruleId } = made.body as { readonly ruleId: string };
  const [row] = await server.database.asOwner<{ modified: Date }>('select modified from cfs.rules where rule_id = $1', [
    ruleId,
  ]);
  await begin();
  const version = { tenantId: server.tenants.own, ruleId, modified: row?.modified ?? new Date(0) };
  for (const reason of ['It took too long.', 'Again.']) await withdrawRule(server.services, version, reason);
  expect(await left()).toMatchObject([
    {
      entity: 'Rule',
      by: 'system rules',
      before: { out_of_service_reason: null },
      after: { out_of_service_reason: 'It took too long.' },
    },
  ]);
});

test('the score of a link is recorded in the name of the stakeholder, once', async () => {
  const made = await server.as('Operator').put('/v1/workunits', {
    title: 'Scored',
    severityId: 'Sev2',
    workUnitTypeId: 1,
    stakeHolderEmailAddress: 'ada@example.com',
  });
  const unit = made.body as { readonly workUnitId: number };
  const key = scoreLinkKey(server.services.keys, server.tenants.own);
  const [link] = scoreLinks('', key, unit, server.clock.now());
  await begin();
  for (const click of [1, 2]) {
    const outcome = await takeScore(server.services, link?.href.split('/').at(-1) ?? '');
    expect(outcome.kind, `click ${click}`).toBe('taken');
  }
  expect(await left()).toEqual([
    {
      entity: 'WorkUnit',
      by: 'system ada@example.com',
      before: { stakeHolderExperienceScore: null },
      after: { stakeHolderExperienceScore: link?.label },
    },
  ]);
});

test('changes of the command line are recorded in its own name', async () => {
  const [mail, by] = [`${randomUUID()}@example.com`, 'system command line'];
  const provider = undefined;
  const grant = { role: 'Viewer', place: { tenant: server.tenants.own } };
  await runCommand(server.services, { verb: 'invite', mail, name: undefined, grant, provider });
  await runCommand(server.services, { verb: 'disable', mail, provider });
  await runCommand(server.services, { verb: 'revoke', holder: { mail }, ...grant, provider });
  expect(await left()).toMatchObject([
    { entity: 'Person', by, before: null },
    { entity: 'Grant', by, before: null },
    { entity: 'Person', by, before: { enabled: true }, after: { enabled: false } },
    { entity: 'Grant', by, after: null },
  ]);
});

test('invitations of the configuration are recorded in its own name, once', async () => {
  const mail = `${randomUUID()}@example.com`;
  for (let start = 0; start < 2; start += 1) await inviteAdministrators(server.services, [mail]);
  const by = 'system configuration';
  expect(await leftByEntity()).toMatchObject([
    { entity: 'Grant', by, before: null, after: { roleName: 'Administrator', tenantId: null } },
    { entity: 'Person', by, before: null, after: { mail } },
  ]);
});
