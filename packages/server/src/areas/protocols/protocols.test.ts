import { builtInActions } from '@cfs/contracts/action-enumerations';
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

  it('in use cannot be deleted: returns 409 with its uses', async () => {
    const protocolId = await scene.protocol({ name: 'Used' });
    await scene.unit({ protocolId });
    await server.as('Administrator').put('/v1/rules', {
      name: 'Too hot',
      ruleTypeId: 1,
      matchLifetime: '00:05:00',
      conditions: [{ Type: 0, LeftOperand: 1, Operator: 14 }],
      matchActions: [
        { ActionDefinitionId: builtInActions.createWorkUnit, Parameters: { ProtocolId: protocolId.toUpperCase() } },
      ],
    });
    const answer = await server.as('Administrator').delete(`/v1/protocols/${protocolId}`);
    expect(answer).toMatchObject({
      status: 409,
      body: { detail: 'The protocol is in use by 1 work unit and 1 rule (Too hot).' },
    });
    const rules = await server.as('Viewer').get(`/v1/protocols/GetMatchedRules(id=${protocolId})`);
    expect(rules.body).toMatchObject({ value: [{ name: 'Too hot', enabled: true, tenantId: server.tenants.own }] });
  });

  it('in use by many rules names five of them', async () => {
    const protocolId = await scene.protocol({ name: 'Much used' });
    for (let number = 1; number <= 7; number += 1)
      await server.as('Administrator').put('/v1/rules', {
        name: `Rule ${number}`,
        ruleTypeId: 1,
        matchLifetime: '00:05:00',
        conditions: [{ Type: 0, LeftOperand: 1, Operator: 14 }],
        matchActions: [{ ActionDefinitionId: builtInActions.createWorkUnit, Parameters: { ProtocolId: protocolId } }],
      });
    const { body } = await server.as('Administrator').delete(`/v1/protocols/${protocolId}`);
    expect(body).toMatchObject({
      detail: 'The protocol is in use by 7 rules (Rule 1, Rule 2, Rule 3, Rule 4, Rule 5, 2 more).',
    });
  });

  it('is found by its id, its name and its description', async () => {
    const protocolId = await scene.protocol({ name: 'Flooding', description: 'Pumps and sandbags' });
    const found = async (text: string) => {
      const { body } = await server.as('Viewer').get(`/v1/protocols?$search="${text}"&$select=protocolId`);
      return (body as { value: { protocolId: string }[] }).value.map((row) => row.protocolId);
    };
    expect(await found(protocolId.slice(0, 13))).toEqual([protocolId]);
    expect(await found('flooding')).toEqual([protocolId]);
    expect(await found('sandbags')).toEqual([protocolId]);
  });

  it('shared by all tenants can be changed only by administrators of all tenants', async () => {
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
  it('keeps only the parameters that its definition names', async () => {
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

  it('can be changed, and is deleted with its definition', async () => {
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

  it('requires a value for each parameter in the path of its address if it runs automatically', async () => {
    const protocolId = await scene.protocol();
    const definition = await scene.definition('https://example.com/{{Supplier}}/tickets?note={{Note}}', {
      inputParameters: 'Supplier,Note',
    });
    const administrator = server.as('Administrator');
    const lookup = await administrator.get(
      `/v1/actionDefinitions/GetActionDefinitionsForProtocols(tenantId=${server.tenants.own})`,
    );
    expect(lookup.body).toMatchObject({
      value: expect.arrayContaining([
        expect.objectContaining({ actionDefinitionId: definition, requiredParameters: ['Supplier'] }),
        expect.objectContaining({ actionDefinitionId: builtInActions.sendEmail, tenantId: null }),
      ]),
    });
    const body = { protocolId, actionDefinitionId: definition, workUnitEventTypeId: 'OnNew', runAutomatically: true };
    const refused = await administrator.put('/v1/protocolActions', { ...body, parameters: { Supplier: ' ' } });
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: { Parameters: [expect.stringContaining('Supplier needs a value')] } },
    });
    const manual = await administrator.put('/v1/protocolActions', { ...body, runAutomatically: false });
    expect(manual.status).toBe(201);
    const address = `/v1/protocolActions/${String(bodyOf(manual)['protocolActionId'])}`;
    expect((await administrator.post(address, { runAutomatically: true })).status).toBe(400);
    const given = { runAutomatically: true, parameters: { Supplier: 'Northwind' } };
    expect((await administrator.post(address, given)).status).toBe(200);
  });

  it('can be deleted separately', async () => {
    const id = await scene.action(await scene.protocol(), builtInActions.sendEmail, 'OnNew');
    expect((await server.as('Administrator').delete(`/v1/protocolActions/${id}`)).status).toBe(204);
    expect((await server.as('Administrator').delete(`/v1/protocolActions/${id}`)).status).toBe(404);
  });
});

describe('the actions of an event', () => {
  const { sendEmail } = builtInActions;
  const orderOf = async (protocolId: string, event = 'OnNew') => {
    const filter = encodeURIComponent(`protocolId eq ${protocolId} and workUnitEventTypeId eq '${event}'`);
    const { body } = await server.as('Viewer').get(`/v1/protocolActions?$filter=${filter}&$orderby=sequence,created`);
    const { value } = body as { value: { protocolActionId: string; sequence: number }[] };
    return { ids: value.map((row) => row.protocolActionId), sequences: value.map((row) => row.sequence) };
  };
  const reorder = (protocolId: string, expected: readonly string[], protocolActionIds: readonly string[]) =>
    server.as('Administrator').post(`/v1/protocols/${protocolId}/actionOrder`, {
      workUnitEventTypeId: 'OnNew',
      expected,
      protocolActionIds,
    });
  const threeActions = async () => {
    const protocolId = await scene.protocol();
    const ids: string[] = [];
    for (const summary of ['one', 'two', 'three'])
      ids.push(await scene.action(protocolId, sendEmail, 'OnNew', { summary }));
    return { protocolId, ids };
  };
  const auditsOf = (id: string) =>
    server.database.asOwner(
      `select before, after from cfs.audit_records
       where entity = 'ProtocolAction' and entity_id = $1 order by recorded, before is not null`,
      [id],
    );

  it('are added at the end, at distinct positions even under concurrent additions', async () => {
    const protocolId = await scene.protocol();
    await scene.action(protocolId, sendEmail, 'OnChange');
    await Promise.all(Array.from({ length: 5 }, () => scene.action(protocolId, sendEmail, 'OnNew')));
    expect((await orderOf(protocolId)).sequences).toEqual([0, 1, 2, 3, 4]);
  });

  it('receive an action of another event at the end', async () => {
    const { protocolId, ids } = await threeActions();
    const moved = await scene.action(protocolId, sendEmail, 'OnChange');
    await server.as('Administrator').post(`/v1/protocolActions/${moved}`, { workUnitEventTypeId: 'OnNew' });
    expect(await orderOf(protocolId)).toEqual({ ids: [...ids, moved], sequences: [0, 1, 2, 3] });
  });

  it('are reordered in one write, with an audit record for each moved one', async () => {
    const { protocolId, ids } = await threeActions();
    const [one = '', two = '', three = ''] = ids;
    const answer = await reorder(protocolId, ids, [two, one, three]);
    expect(answer.status).toBe(200);
    const { manualActions } = answer.body as { manualActions: string };
    expect(JSON.parse(manualActions)).toMatchObject([{ summary: 'two' }, { summary: 'one' }, { summary: 'three' }]);
    expect(await orderOf(protocolId)).toEqual({ ids: [two, one, three], sequences: [0, 1, 2] });
    expect(await auditsOf(one)).toMatchObject([{ before: null }, { before: { sequence: 0 }, after: { sequence: 1 } }]);
    expect(await auditsOf(three)).toHaveLength(1);
  });

  it('keep the first of two concurrent reorders; the second returns 409', async () => {
    const { protocolId, ids } = await threeActions();
    const [one = '', two = '', three = ''] = ids;
    const orders = [
      [three, one, two],
      [two, three, one],
    ] as const;
    const answers = await Promise.all(orders.map((order) => reorder(protocolId, ids, order)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const kept = orders[answers.findIndex(({ status }) => status === 200)];
    expect((await orderOf(protocolId)).ids).toEqual(kept);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      detail: expect.stringContaining('Somebody has changed the actions of this event in the meantime.'),
    });
  });

  it('are not reordered if one was added in the meantime', async () => {
    const { protocolId, ids } = await threeActions();
    const added = await scene.action(protocolId, sendEmail, 'OnNew');
    expect((await reorder(protocolId, ids, ids.toReversed())).status).toBe(409);
    expect((await orderOf(protocolId)).ids).toEqual([...ids, added]);
  });

  it.each<[string, (ids: readonly string[]) => readonly string[]]>([
    ['a duplicate id', ([one = '', two = '']) => [one, one, two]],
    ['a missing id', ([one = '', two = '']) => [one, two]],
    ['an unknown id', ([one = '', two = '']) => [one, two, '99999999-9999-4999-8999-999999999999']],
  ])('are not reordered with %s', async (_, wanted) => {
    const { protocolId, ids } = await threeActions();
    expect(await reorder(protocolId, ids, wanted(ids))).toMatchObject({
      status: 400,
      body: { errors: { ProtocolActionIds: ['Please list every action of the event once.'] } },
    });
    expect((await orderOf(protocolId)).ids).toEqual(ids);
  });

  it('can be edited and reordered concurrently without loss', async () => {
    const { protocolId, ids } = await threeActions();
    const administrator = server.as('Administrator');
    const edits = ids.map((id) => administrator.post(`/v1/protocolActions/${id}`, { repeatable: true }));
    const answers = await Promise.all([reorder(protocolId, ids, ids.toReversed()), ...edits]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await orderOf(protocolId)).ids).toEqual(ids.toReversed());
  });

  it('are limited to 200 per protocol', async () => {
    const protocolId = await scene.protocol();
    const first = await scene.action(protocolId, sendEmail, 'OnNew');
    await server.database.asOwner(
      `insert into cfs.protocol_actions
       select (jsonb_populate_record(action, jsonb_build_object('protocol_action_id', gen_random_uuid()))).*
       from cfs.protocol_actions action, generate_series(2, 200) where action.protocol_action_id = $1`,
      [first],
    );
    const body = { protocolId, actionDefinitionId: sendEmail, workUnitEventTypeId: 'OnNew' };
    expect(await server.as('Administrator').put('/v1/protocolActions', body)).toMatchObject({
      status: 400,
      body: { errors: { ProtocolId: ['A protocol has at most 200 actions.'] } },
    });
  });
});

test('a viewer cannot write protocols', async () => {
  const viewer = server.as('Viewer');
  expect((await viewer.put('/v1/protocols', { name: 'Mine' })).status).toBe(403);
  expect((await viewer.put('/v1/protocolActions', {})).status).toBe(403);
});
