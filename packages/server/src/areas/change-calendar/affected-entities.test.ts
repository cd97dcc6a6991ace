import { randomUUID } from 'node:crypto';
import type { ChangeCalendar } from '@cfs/contracts/change-calendar';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { planChange } from './testing/plan-change.ts';

let server: TestServer;
let month = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Selects a separate month for each test, so that it does not see the changes of other tests. */
const nextMonth = (): void => {
  month += 1;
};
const at = (hour: number): string => new Date(Date.UTC(2027, month, 3, hour)).toISOString();

const plan = (
  title: string,
  affectedResources: string,
  { hours: [from, to] = [18, 20], ...more }: { hours?: [number, number]; relations?: unknown[] } = {},
): Promise<WorkUnit> =>
  planChange(server, { title, affectedResources, plannedStartTime: at(from), plannedFinishTime: at(to), ...more });

const look = async (): Promise<ChangeCalendar> => {
  const { body } = await server.as('Viewer').get(`/v1/workunits/calendar?from=${at(0)}&to=${at(24)}`);
  return body as ChangeCalendar;
};

/** The clashes of each change, as `One: srv-1 with Two`. */
const clashes = async (): Promise<string[]> => {
  const { value } = await look();
  const titles = new Map(value.map(({ workUnitId, title }) => [workUnitId, title]));
  return value.flatMap(({ title, overlaps }) =>
    overlaps.map(({ workUnitId, resources }) => `${title}: ${resources.join(' ')} with ${titles.get(workUnitId)}`),
  );
};

const addSubscription = async (): Promise<string> => {
  const answer = await server
    .as('Administrator')
    .put('/v1/subscriptions', { tenantId: server.tenants.own, name: randomUUID() });
  expect(answer.status, answer.text).toBe(201);
  return (answer.body as { subscriptionId: string }).subscriptionId;
};
const addBlock = async (name: string): Promise<string> => {
  const blockId = randomUUID();
  const subscriptionId = await addSubscription();
  const answer = await server
    .as('Administrator')
    .put('/v1/blocks', { blockId, subscriptionId, name, blockTypeId: 1, tenantId: server.tenants.own });
  expect(answer.status, answer.text).toBe(201);
  return blockId;
};
const renameBlock = async (blockId: string, name: string): Promise<void> => {
  expect((await server.as('Administrator').post(`/v1/blocks/${blockId}`, { name })).status).toBe(200);
};
const addLocation = async (name: string): Promise<void> => {
  expect((await server.as('Administrator').put('/v1/locations', { name })).status).toBe(201);
};
const edit = async ({ workUnitId }: WorkUnit, from: string, to: string): Promise<void> => {
  const answer = await server.as('Operator').patch(`/v1/workunits/${workUnitId}`, [
    { op: 'test', path: '/affectedResources', value: from },
    { op: 'replace', path: '/affectedResources', value: to },
  ]);
  expect(answer.status, answer.text).toBe(200);
};

test('a renamed resource still clashes', async () => {
  nextMonth();
  const blockId = await addBlock('Switch A');
  const one = await plan('One', 'switch a, cable');
  await renameBlock(blockId, 'Switch North');
  await plan('Two', 'Switch North');
  expect(await clashes()).toEqual(['One: switch a with Two', 'Two: Switch North with One']);
  // Another block may have the name by now: a name that stays in the text keeps its meaning.
  await addBlock('Switch A');
  await edit(one, 'switch a, cable', 'switch a');
  await plan('Three', 'Switch A');
  expect(await clashes()).toEqual(['One: switch a with Two', 'Two: Switch North with One']);
});

test('a location and a block with the same name are distinguished', async () => {
  nextMonth();
  await addLocation('Hall 7');
  await plan('In the hall', 'Hall 7');
  await addBlock('Hall 8');
  await addLocation('Hall 8');
  // Two entities have this name, so it is a bare name that matches either.
  await plan('In one of them', 'hall 8');
  const blockId = await addBlock('Hall 7');
  await plan('On the block', blockId);
  expect(await clashes()).toEqual([]);
  await plan('On both', `hall 8, ${blockId}`);
  expect(await clashes()).toEqual([
    'In one of them: hall 8 with On both',
    `On the block: ${blockId} with On both`,
    'On both: hall 8 with In one of them',
    `On both: ${blockId} with On the block`,
  ]);
});

test('the relations of a change determine which entity a name means', async () => {
  nextMonth();
  const [first, second] = [await addBlock('Pump'), await addBlock('Pump')];
  const relatedTo = (referenceId: string) => ({ relations: [{ referenceType: 'Block', referenceId }] });
  await plan('First', 'pump', relatedTo(first));
  await plan('Second', 'Pump', relatedTo(second));
  expect(await clashes()).toEqual([]);
  await plan('Related alone', 'valve', relatedTo(first));
  expect(await clashes()).toEqual(['First: pump with Related alone', 'Related alone: Pump with First']);
  const { value } = await look();
  expect(value.find(({ title }) => title === 'Related alone')?.affectedResources).toEqual(['valve', 'Pump']);
});

test('a window covers the entity that it names by id, also after a renaming', async () => {
  nextMonth();
  const [named, namesake] = [await addBlock('Boiler'), await addBlock('Kettle')];
  await plan('Covered', 'boiler');
  await plan('Not covered', 'kettle', { hours: [10, 12] });
  await renameBlock(named, 'Kettle');
  await renameBlock(namesake, 'Boiler');
  const rule = await server.as('Administrator').put('/v1/rules', {
    name: 'Boiler night',
    ruleTypeId: 5,
    tenantId: server.tenants.own,
    matchLifetime: '00:05:00',
    conditions: [{ Type: 0, LeftOperand: 6, Operator: ruleOperators.Equals, RightOperand: named }],
    timeConditions: { TimeZoneId: 'Etc/UTC', StartRange: at(0), EndRange: at(24) },
  });
  expect(rule.status, rule.text).toBe(201);
  const { value } = await look();
  expect(value.map(({ title, maintenance }) => [title, maintenance.map(({ name }) => name)])).toEqual([
    ['Not covered', []],
    ['Covered', ['Boiler night']],
  ]);
});
