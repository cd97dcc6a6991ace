import { builtInActions } from '@cfs/contracts/actions';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createProtocolScene, type ProtocolScene } from '../work-units/testing/protocol-scene.ts';

let server: TestServer;
let scene: ProtocolScene;
beforeAll(async () => {
  server = await startTestServer();
  scene = createProtocolScene(server);
});
afterAll(() => server.close());

const bodyOf = (answer: { body: unknown }) => answer.body as Record<string, unknown>;

describe('a protocol', () => {
  it('is created with the shortest timer, changed and deleted', async () => {
    const administrator = server.as('Administrator');
    const created = await administrator.put('/v1/protocols', { name: ' Major incident ' });
    expect(created).toMatchObject({
      status: 201,
      body: { name: 'Major incident', timerInverval: '00:10:00', tenantId: server.tenants.own, manualActions: '[]' },
    });
    const { protocolId, modified } = bodyOf(created);
    const address = `/v1/protocols/${String(protocolId)}`;
    const changed = await administrator.post(address, { timerInverval: '1.00:00:00', description: 'Day', modified });
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'Major incident', timerInverval: '1.00:00:00', description: 'Day' },
    });
    expect((await administrator.post(address, { name: 'Late', modified })).status).toBe(409);
    expect((await administrator.delete(address)).status).toBe(204);
    expect((await administrator.delete(address)).status).toBe(404);
  });

  it.each<[object, string, string]>([
    [{ name: '' }, 'Name', 'Please enter a name.'],
    [{ name: 'Short', timerInverval: '00:09:59' }, 'TimerInverval', 'Timer Interval must be at least 10 minutes'],
    [{ name: 'None', timerInverval: '' }, 'TimerInverval', 'Timer Interval is required'],
    [{ name: 'Text', timerInverval: 'soon' }, 'TimerInverval', 'Timer Interval must be at least 10 minutes'],
  ])('is refused with the message of the field: %j', async (body, field, message) => {
    const answer = await server.as('Administrator').put('/v1/protocols', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: { [field]: [expect.stringContaining(message)] } });
  });

  it('in use answers 409 and says by what', async () => {
    const protocolId = await scene.protocol({ name: 'Used' });
    await scene.unit({ protocolId });
    await server.as('Administrator').put('/v1/rules', {
      name: 'Too hot',
      ruleTypeId: 1,
      matchLifetime: '00:05:00',
      conditions: [{ Type: 0, LeftOperand: 1, Operator: 14 }],
      matchActions: [{ ActionDefinitionId: builtInActions.createWorkUnit, Parameters: { ProtocolId: protocolId } }],
    });
    const answer = await server.as('Administrator').delete(`/v1/protocols/${protocolId}`);
    expect(answer).toMatchObject({
      status: 409,
      body: { detail: 'The protocol is in use by 1 work unit and 1 rule (Too hot).' },
    });
    const rules = await server.as('Viewer').get(`/v1/protocols/GetMatchedRules(id=${protocolId})`);
    expect(rules.body).toMatchObject({ value: [{ name: 'Too hot', enabled: true }] });
  });

  it('shared by all tenants belongs to their administrators', async () => {
    const shared = { name: 'Everywhere', tenantId: null };
    expect((await server.as('Administrator').put('/v1/protocols', shared)).status).toBe(403);
    const created = await server.as('Administrator', 'all').put('/v1/protocols', shared);
    expect(created).toMatchObject({ status: 201, body: { tenantId: null } });
    const address = `/v1/protocols/${String(bodyOf(created)['protocolId'])}`;
    expect((await server.as('Administrator').post(address, { name: 'Mine' })).status).toBe(403);
    expect((await server.as('Operator').get('/v1/protocols')).text).toContain('Everywhere');
  });
});

describe('an action of a protocol', () => {
  it('keeps the parameters that its definition names alone', async () => {
    const protocolId = await scene.protocol({ name: 'Mailing' });
    const answer = await server.as('Administrator').put('/v1/protocolActions', {
      protocolId,
      actionDefinitionId: builtInActions.sendEmail,
      workUnitEventTypeId: 'OnNew',
      parameters: JSON.stringify({ To: 'ops@example.com', Nonsense: 'x', Subject: '{{Title}}' }),
      sequence: 3,
      summary: 'Tell operations',
    });
    expect(answer).toMatchObject({ status: 201, body: { workUnitEventTypeId: 'OnNew', runAutomatically: false } });
    expect(JSON.parse(String(bodyOf(answer)['parameters']))).toEqual({ To: 'ops@example.com', Subject: '{{Title}}' });
    const filter = `protocolId eq ${protocolId} and workUnitEventTypeId eq 'OnNew' and runAutomatically eq false`;
    const listed = await server
      .as('Operator')
      .get(`/v1/protocolActions?$filter=${encodeURIComponent(filter)}&$expand=actionDefinition&$orderby=sequence`);
    expect(listed.body).toMatchObject({
      value: [{ summary: 'Tell operations', actionDefinition: { name: 'Send Email' } }],
    });
    const expanded = await server
      .as('Operator')
      .get(`/v1/protocols?$filter=protocolId eq ${protocolId}&$expand=protocolActions`);
    expect(expanded.body).toMatchObject({
      value: [{ protocolActions: [{ summary: 'Tell operations' }], manualActions: expect.stringContaining('Tell') }],
    });
  });

  it.each<[object, string, string]>([
    [{ workUnitEventTypeId: 'OnSunday' }, 'WorkUnitEventTypeId', 'Please choose an event.'],
    [{ actionDefinitionId: null }, 'ActionDefinitionId', 'Please choose an action.'],
    [{ actionDefinitionId: builtInActions.setColor }, 'ActionDefinitionId', 'Please choose an action of the tenant.'],
    [{ parameters: { Subject: '{{MatchCount}}' } }, 'Parameters', 'The placeholder {{MatchCount}} is not known.'],
    [{ parameters: { Template: 'Fancy' } }, 'Parameters', 'There is no template Fancy.'],
    [{ parameters: '[1' }, 'Parameters', 'Must be an object of texts'],
  ])('is refused with the message of the field: %j', async (fault, field, message) => {
    const body = {
      protocolId: await scene.protocol(),
      actionDefinitionId: builtInActions.sendEmail,
      workUnitEventTypeId: 'OnNew',
      ...fault,
    };
    const answer = await server.as('Administrator').put('/v1/protocolActions', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: { [field]: [expect.stringContaining(message)] } });
  });

  it('is changed, and goes with its definition', async () => {
    const administrator = server.as('Administrator');
    const [protocolId, definition] = [await scene.protocol(), await scene.definition('https://example.com/')];
    const id = await scene.action(protocolId, definition, 'OnNew', { parameters: { Note: 'one' } });
    const changed = await administrator.post(`/v1/protocolActions/${id}`, { workUnitEventTypeId: 8, repeatable: true });
    expect(changed).toMatchObject({
      status: 200,
      body: { workUnitEventTypeId: 'OnChange', repeatable: true, parameters: '{"Note":"one"}' },
    });
    const users = await administrator.get(`/v1/protocols/GetProtocolsForAction(actionDefinitionId=${definition})`);
    expect(users.body).toMatchObject({ value: [{ protocolId }] });
    expect((await administrator.delete(`/v1/actionDefinitions/${definition}`)).status).toBe(200);
    expect((await administrator.post(`/v1/protocolActions/${id}`, {})).status).toBe(404);
  });

  it('is deleted alone', async () => {
    const id = await scene.action(await scene.protocol(), builtInActions.sendEmail, 'OnNew');
    expect((await server.as('Administrator').delete(`/v1/protocolActions/${id}`)).status).toBe(204);
    expect((await server.as('Administrator').delete(`/v1/protocolActions/${id}`)).status).toBe(404);
  });
});

test('who may only view protocols writes none', async () => {
  const viewer = server.as('Viewer');
  expect((await viewer.put('/v1/protocols', { name: 'Mine' })).status).toBe(403);
  expect((await viewer.put('/v1/protocolActions', {})).status).toBe(403);
});
