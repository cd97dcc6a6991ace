import { randomUUID } from 'node:crypto';
import { builtInActions } from '@cfs/contracts/action-enumerations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const rule = {
  name: 'Full disk',
  ruleTypeId: 1,
  matchLifetime: '00:05:00',
  conditions: [{ Type: 0, LeftOperand: 2, LeftOperandFieldName: 'DiskPercent', Operator: 3, RightOperand: '90' }],
};

const put = async (body: object, as = server.as('Administrator')) => {
  const answer = await as.put('/v1/rules', body);
  return { ...answer, body: answer.body as Record<string, unknown> };
};
const errorsOf = async (changes: object) => (await put({ ...rule, ...changes })).body['errors'];

describe('a rule', () => {
  it('is created, listed with its tenant, edited and deleted', async () => {
    const operator = server.as('Administrator');
    const created = await put(rule);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      name: 'Full disk',
      enabled: true,
      matchLifetime: '00:05:00',
      useSlidingExpiration: false,
    });
    const ruleId = String(created.body['ruleId']);
    const listed = await operator.get(
      `/v1/rules?$filter=enabled eq true and ruleId eq ${ruleId}&$expand=tenant,subscription`,
    );
    expect(listed.body).toMatchObject({ value: [{ ruleId, tenant: { name: 'Own' }, subscription: null }] });
    const edited = await operator.post(`/v1/rules/${ruleId}`, {
      ...rule,
      name: 'Fuller disk',
      modified: created.body['modified'],
    });
    expect(edited).toMatchObject({ status: 200, body: { name: 'Fuller disk' } });
    const stale = await operator.post(`/v1/rules/${ruleId}`, { ...rule, modified: created.body['modified'] });
    expect(stale.status).toBe(409);
    const toggled = await operator.post(`/v1/rules/toggledisabled/${ruleId}`);
    expect(toggled).toMatchObject({ status: 200, body: { enabled: false } });
    const set = (enabled: boolean) => operator.post(`/v1/rules/toggledisabled/${ruleId}`, { enabled });
    expect(await set(false)).toMatchObject({ body: toggled.body });
    expect((await set(true)).body).toMatchObject({ enabled: true });
    expect((await operator.delete(`/v1/rules/${ruleId}`)).status).toBe(204);
    expect((await operator.delete(`/v1/rules(${ruleId})`)).status).toBe(404);
  });

  it('is found by its name and not by its description', async () => {
    const viewer = server.as('Viewer');
    await put({ ...rule, name: 'Hot cellar', description: 'Watches the boiler room' });
    const found = async (word: string) =>
      ((await viewer.get(`/v1/rules?$search=${word}&$select=name`)).body as { value: unknown[] }).value;
    expect(await found('cellar')).toEqual([{ name: 'Hot cellar' }]);
    expect(await found('boiler')).toEqual([]);
  });

  it('of every type can be saved', async () => {
    const { ruleId } = (await put(rule)).body as { ruleId: string };
    const condition = (LeftOperand: number, Operator: number, RightOperand: string) => [
      { Type: 0, LeftOperand, Operator, RightOperand },
    ];
    const bodies = [
      { ruleTypeId: 1 },
      { ruleTypeId: 2, conditions: condition(30, 1, ruleId), correlation: { Reach: 'Tenant', Ordered: true } },
      { ruleTypeId: 3, conditions: condition(47, 3, '00:10:00') },
      { ruleTypeId: 4, conditions: condition(61, 7, '1') },
      { ruleTypeId: 5, conditions: condition(30, 1, ruleId), timeConditions: { TimeZoneId: 'UTC', DaysOfWeek: [1] } },
      { ruleTypeId: 6, conditions: condition(49, 6, '0.5'), aggregation: { Bucket: '00:10:00', GroupBy: 'Device' } },
    ];
    for (const body of bodies) expect(await put({ ...rule, ...body })).toMatchObject({ status: 201 });
  });

  it('returns the fields that its type adds', async () => {
    const aggregation = { Bucket: '00:10:00', GroupBy: 'Device', Where: { Field: 'Value', Operator: 3, Value: 90 } };
    const conditions = [{ Type: 0, LeftOperand: 46, Operator: 3, RightOperand: '3' }];
    const { body } = await put({ ...rule, ruleTypeId: 6, conditions, aggregation });
    expect(JSON.parse(String(body['aggregation']))).toEqual({
      Bucket: '00:10:00',
      GroupBy: 'Device',
      Field: '',
      Where: { Field: 'Value', Operator: 3, Value: '90' },
    });
    expect(body).toMatchObject({ correlation: null, includeOwnWorkUnits: false });
  });

  it('accepts its lists as JSON text as well', async () => {
    const created = await put({ ...rule, conditions: JSON.stringify(rule.conditions), matchActions: '[]' });
    expect(created.status).toBe(201);
    expect(JSON.parse(String(created.body['conditions']))).toMatchObject(rule.conditions);
  });

  const ofEntity = [{ Type: 0, LeftOperand: 6, Operator: 14 }];

  it.each<[object, object]>([
    [{ name: ' ' }, { name: ['Please enter a rule name'] }],
    [{ ruleTypeId: 7 }, { ruleTypeId: ['Please select a Rule Type'] }],
    [{ ruleTypeId: null }, { ruleTypeId: ['Please select a Rule Type'] }],
    [{ matchLifetime: undefined }, { matchLifetime: ['Lifetime is required'] }],
    [{ matchLifetime: '00:04:59' }, { matchLifetime: ['Must be at least 5 minutes.'] }],
    [{ conditions: [] }, { conditions: ['Condtions are required for rules.'] }],
    [{ conditions: null }, { conditions: ['Condtions are required for rules.'] }],
    [
      { ruleTypeId: 5, conditions: ofEntity },
      { timeConditions: ['Time limitations are required for Maintenance rules.'] },
    ],
    [
      { ruleTypeId: 5, conditions: ofEntity, timeConditions: { TimeZoneId: 'UTC', DaysOfWeek: [] } },
      { timeConditions: ['At least one day should be selected when using a Maintenance rule.'] },
    ],
    [
      { conditions: [{ ...rule.conditions[0], Operator: 8, RightOperand: '(' }] },
      { conditions: ['Condition 1 does not contain a valid regular expression.'] },
    ],
    [{ subscriptionId: randomUUID() }, { subscriptionId: ['The subscription was not found.'] }],
    [{ matchActions: [{ ActionDefinitionId: randomUUID() }] }, { matchActions: ['Action 1 was not found.'] }],
    [
      { expirationActions: [{ ActionDefinitionId: builtInActions.setColor, Parameters: { Color: 'reddish' } }] },
      { expirationActions: ['Action 1 needs a colour.'] },
    ],
    [
      { matchActions: [{ ActionDefinitionId: builtInActions.sendEmail, Parameters: { Subject: '{{Nonsense}}' } }] },
      { matchActions: ['Action 1 contains the unknown placeholder {{Nonsense}}.'] },
    ],
  ])('is refused with messages by field: %j', async (changes, expected) => {
    const errors = (await errorsOf(changes)) as Record<string, string[]>;
    const lower = Object.fromEntries(
      Object.entries(errors).map(([field, messages]) => [`${field[0]?.toLowerCase()}${field.slice(1)}`, messages]),
    );
    expect(lower).toEqual(expected);
  });

  it('reports an invalid condition', async () => {
    const { status, body } = await put({ ...rule, conditions: [{ Type: 0, LeftOperand: 999, Operator: 99 }] });
    expect(status).toBe(400);
    expect(JSON.stringify(body['errors'])).toContain('The left operand is not in the catalogue.');
  });

  it('of all tenants requires an all-tenant administrator', async () => {
    expect((await put({ ...rule, tenantId: null })).status).toBe(403);
    const shared = await put({ ...rule, tenantId: null }, server.as('Administrator', 'all'));
    expect(shared).toMatchObject({ status: 201, body: { tenantId: null } });
    const ruleId = String(shared.body['ruleId']);
    const seen = await server.as('Viewer').get(`/v1/rules?$filter=ruleId eq ${ruleId}`);
    expect(seen.body).toMatchObject({ value: [{ ruleId, tenantId: null }] });
    expect((await server.as('Administrator').delete(`/v1/rules/${ruleId}`)).status).toBe(403);
  });

  it('is returned in whichever tenant it was written', async () => {
    const everywhere = server.as('Administrator', 'all');
    const created = await put({ ...rule, tenantId: server.tenants.foreign }, everywhere);
    expect(created).toMatchObject({ status: 201, body: { tenantId: server.tenants.foreign } });
    const address = `/v1/rules/${String(created.body['ruleId'])}`;
    expect((await everywhere.post(address, { ...rule, name: 'Theirs' })).body).toMatchObject({ name: 'Theirs' });
  });

  it.each(['description', 'subscriptionId', 'outOfServiceSince', 'outOfServiceReason', 'createdBy'])(
    'is not sorted by %s, which has no index',
    async (property) => {
      expect((await server.as('Viewer').get(`/v1/rules?$orderby=${property}`)).status).toBe(400);
    },
  );

  it('of another subscription is left out of the list', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    for (const subscriptionId of [one, other]) {
      await server.database.asOwner(
        `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
         values ($1, $2, 'Some', now(), 'test', now(), 'test')`,
        [server.tenants.own, subscriptionId],
      );
    }
    await server.services.snapshot.refresh();
    const scoped = async (subscriptionId: string | null) =>
      String((await put({ ...rule, subscriptionId })).body['ruleId']);
    const [mine, theirs, anybodys] = [await scoped(one), await scoped(other), await scoped(null)];
    const viewer = server.as('Viewer');
    const chosen = await viewer.post(`/v1/tenantSubscriptionContext/${server.tenants.own}`, {
      tenant: server.tenants.own,
      subscriptionId: one,
    });
    expect(chosen.status).toBeLessThan(300);
    const { text } = await viewer.get('/v1/rules?$select=ruleId');
    expect([mine, theirs, anybodys].map((ruleId) => text.includes(ruleId))).toEqual([true, false, true]);
  });

  it('of another tenant does not exist', async () => {
    const ruleId = String((await put(rule)).body['ruleId']);
    const stranger = server.as('Administrator', server.tenants.foreign);
    expect((await stranger.post(`/v1/rules/${ruleId}`, rule)).status).toBe(404);
    expect((await stranger.post(`/v1/rules/toggledisabled/${ruleId}`)).status).toBe(404);
    expect((await stranger.delete(`/v1/rules/${ruleId}`)).status).toBe(404);
    expect((await put({ ...rule, tenantId: server.tenants.own }, stranger)).status).toBe(404);
  });

  it('is found by the actions that it names', async () => {
    const action = { ActionDefinitionId: builtInActions.setColor, Parameters: { Color: 'Red' } };
    const ruleId = String((await put({ ...rule, name: 'Colours', expirationActions: [action] })).body['ruleId']);
    const found = await server
      .as('Viewer')
      .get(`/v1/rules/GetRulesForAction(actionDefinitionId=${builtInActions.setColor})`);
    expect(found.body).toEqual({ value: [{ ruleId, name: 'Colours' }] });
  });
});

describe('lookups of the rule editor', () => {
  it('name types, operators and occurrence options by number', async () => {
    const viewer = server.as('Viewer');
    expect((await viewer.get('/api/generalLookup/ruletypes')).body).toContainEqual({ id: 4, name: 'WorkUnit' });
    expect((await viewer.get('/api/generalLookup/operators')).body).toContainEqual({
      id: 6,
      name: 'GreaterThanOrEqual',
    });
    expect((await viewer.get('/api/generalLookup/occuranceoptions')).body).toContainEqual({
      id: 2,
      name: 'TimesInARow',
    });
  });

  it('offer the left operands of a rule type', async () => {
    const { body } = await server.as('Viewer').get('/api/generalLookup/ruleleftoperands?ruleType=4&tenantId=');
    const ids = (body as { id: number }[]).map((operand) => operand.id);
    expect(ids).toContain(20);
    expect(ids).toContain(61);
    expect(ids).not.toContain(2);
  });

  it('offer the tenants that the caller can reach', async () => {
    const { body } = await server.as('Viewer').get(`/api/${server.tenants.own}/rulelookup/conditionInputOptions/20`);
    expect(body).toEqual([{ value: server.tenants.own, name: 'Own' }]);
  });

  it('offer the subscriptions of the tenant', async () => {
    const { foreign, own } = server.tenants;
    const add = async (tenantId: string, name: string) => {
      await server.database.asOwner(
        `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
         values ($1, gen_random_uuid(), $2, now(), 'test', now(), 'test')`,
        [tenantId, name],
      );
    };
    await add(own, 'Our subscription');
    await add(foreign, 'Their subscription');
    await server.services.snapshot.refresh();
    const { body } = await server.as('Viewer').get(`/api/${own}/rulelookup/conditionInputOptions/21`);
    const names = (body as { name: string }[]).map(({ name }) => name);
    expect(names).toContain('Our subscription');
    expect(names).not.toContain('Their subscription');
  });

  it('offer the rules of the tenant and of all tenants, by name, without deleted ones', async () => {
    const { own, foreign } = server.tenants;
    const everywhere = server.as('Administrator', 'all');
    const add = async (name: string, tenantId: string | null) =>
      String((await put({ ...rule, name: `Offered ${name}`, tenantId }, everywhere)).body['ruleId']);
    const [second, first] = [await add('second', own), await add('first', null)];
    const [deleted] = [await add('deleted', own), await add('theirs', foreign)];
    expect((await everywhere.delete(`/v1/rules/${deleted}`)).status).toBeLessThan(300);
    const { body } = await everywhere.get(`/api/${own}/rulelookup/conditionInputOptions/30`);
    const offered = (body as { value: string; name: string }[]).filter(({ name }) => name.startsWith('Offered'));
    expect(offered).toEqual([
      { value: first, name: 'Offered first' },
      { value: second, name: 'Offered second' },
    ]);
  });

  it('offer nothing of an unreachable tenant and nothing for free text', async () => {
    const { own, foreign } = server.tenants;
    const optionsOf = (tenantId: string, id: number) =>
      server.as('Viewer').get(`/api/${tenantId}/rulelookup/conditionInputOptions/${id}`);
    expect((await optionsOf(foreign, 20)).status).toBe(403);
    expect((await optionsOf(own, 2)).body).toEqual([]);
  });

  it('offer the entities, devices, rules and categories of the tenant', async () => {
    const subscriptionId = randomUUID();
    const [blockId, deviceId] = [randomUUID(), randomUUID()];
    const { own, foreign } = server.tenants;
    await server.database.asOwner(
      `insert into cfs.subscriptions (tenant_id, subscription_id, name, created, created_by, modified, modified_by)
       values ($1, $2, 'Production', now(), 'test', now(), 'test')`,
      [own, subscriptionId],
    );
    await server.database.asOwner(
      `insert into cfs.blocks (tenant_id, block_id, subscription_id, name, block_type_id, created, created_by, modified, modified_by)
       values ($1, $2, $4, 'Boiler', 1, now(), 'test', now(), 'test'), ($1, $3, $4, 'web-01', 8, now(), 'test', now(), 'test')`,
      [own, blockId, deviceId, subscriptionId],
    );
    const optionsOf = async (operandId: number, tenantId = own) =>
      (
        await server
          .as('Viewer', tenantId)
          .get(`/api/${tenantId}/rulelookup/conditionInputOptions/${operandId}?tenantId=${tenantId}`)
      ).body;
    const device = { value: deviceId, name: 'web-01' };
    expect(await optionsOf(6)).toEqual([{ value: blockId, name: 'Boiler' }, device]);
    expect(await optionsOf(9)).toEqual([device]);
    expect(await optionsOf(6, foreign)).toEqual([]);
    const rule = { value: expect.any(String), name: 'Hot cellar' };
    expect(await optionsOf(30)).toContainEqual(rule);
    expect(await optionsOf(30, foreign)).not.toContainEqual(rule);
    const category = await server
      .as('Administrator')
      .put('/v1/workunitcategories', { name: 'Network', workUnitTypeId: 1 });
    expect(category.status).toBe(201);
    expect(await optionsOf(64)).toContainEqual({ value: expect.any(String), name: 'Network' });
    expect(await optionsOf(64, foreign)).not.toContainEqual({ value: expect.any(String), name: 'Network' });
  });

  it('return 404 for an operand that is not in the catalogue', async () => {
    const { status } = await server
      .as('Viewer')
      .get(`/api/${server.tenants.own}/rulelookup/conditionInputOptions/999999999`);
    expect(status).toBe(404);
  });
});
