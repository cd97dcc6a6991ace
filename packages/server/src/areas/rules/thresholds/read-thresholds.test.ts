import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { areasNamed } from '../../../testing/areas-named.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ areas: areasNamed('rules', 'packets', 'blocks', 'actions', 'tenants') });
});
afterAll(() => server.close());

const write = (RightOperand: string, changes: object = {}, tenantId?: string) =>
  server.as('Administrator', tenantId).put('/v1/rules', {
    name: `Above ${RightOperand}`,
    ruleTypeId: 1,
    matchLifetime: '00:05:00',
    conditions: [{ Type: 0, LeftOperand: 1, Operator: 3, RightOperand }],
    ...changes,
  });
const thresholds = async (entityId: string) => {
  const answer = await server.as('Viewer').get(`/v1/rules/GetThresholds(entityId=${entityId})`);
  expect(answer.status).toBe(200);
  return (answer.body as { value: { ruleName: string; operator: number; value: number }[] }).value;
};

it('returns the thresholds of enabled rules of the tenant that can apply to the entity', async () => {
  const entity = randomUUID();
  expect((await write('90')).status).toBe(201);
  await write('80', { enabled: false });
  await write('70', {}, server.tenants.foreign);
  const elsewhere = { Type: 0, LeftOperand: 6, Operator: 1, RightOperand: randomUUID() };
  await write('60', { conditions: [elsewhere, { Type: 0, LeftOperand: 1, Operator: 3, RightOperand: '60' }] });
  expect(await thresholds(entity)).toEqual([
    { ruleId: expect.any(String), ruleName: 'Above 90', operator: 3, value: 90 },
  ]);
  expect((await server.as('Viewer').get('/v1/rules/GetThresholds(entityId=x)')).status).toBe(400);
});
