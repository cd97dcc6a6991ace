import type { WorkUnit } from '@cfs/contracts/work-units';
import { ancestorLimit } from '@cfs/contracts/work-unit-relations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const create = async (parentId?: number): Promise<number> => {
  const relations = parentId === undefined ? [] : [{ referenceType: 'Parent', referenceId: String(parentId) }];
  const body = { title: 'Disk is full', severityId: 'Sev2', workUnitTypeId: 1, relations };
  const answer = await server.as('Operator').put('/v1/workunits', body);
  expect(answer.status, answer.text).toBe(201);
  return (answer.body as WorkUnit).workUnitId;
};

const chain = async (length: number): Promise<number[]> => {
  const ids: number[] = [];
  for (let at = 0; at < length; at += 1) ids.push(await create(ids.at(-1)));
  return ids;
};

const join = async (above: readonly number[], below: readonly number[]): Promise<number> => {
  const body = { referenceType: 'Parent', referenceId: String(above.at(-1)) };
  return (await server.as('Operator').put(`/v1/workunits/${below[0]}/relations`, body)).status;
};

// docs/reference/work-unit-desk.md#parent-and-children: "at most 10 ancestors … All of them answer 409".
test('a relation that would give a descendant too many ancestors is refused', async () => {
  const half = ancestorLimit / 2;
  expect(await join(await chain(ancestorLimit), await chain(ancestorLimit))).toBe(409);
  expect(await join(await chain(half + 1), await chain(half + 1))).toBe(409);
  expect(await join(await chain(half + 1), await chain(half))).toBe(201);
});
