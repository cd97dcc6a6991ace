import { randomUUID } from 'node:crypto';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemContext } from '../../../platform/context.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createRuleBench } from '../testing/rule-bench.ts';
import { findOpenWindows } from './find-maintenance.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a window whose rule cannot be run as it is stored does not affect the others', async () => {
  const bench = await createRuleBench(server);
  const entityId = bench.newEntity();
  const condition = { Type: 0, LeftOperand: 6, Operator: ruleOperators.Equals, RightOperand: entityId };
  const addWindow = () =>
    bench.addRule({
      ruleTypeId: ruleTypes.Maintenance,
      timeConditions: { TimeZoneId: 'Etc/UTC', DaysOfWeek: [0, 1, 2, 3, 4, 5, 6] },
      conditions: [condition],
    });
  const [broken, whole] = [await addWindow(), await addWindow()];
  await server.database.asOwner('update cfs.rules set conditions = $2 where rule_id = $1', [
    broken,
    JSON.stringify([{ ...condition, Operator: 99 }]),
  ]);
  const { clock, services } = server;
  const subject = { tenantId: server.tenants.own, ruleId: randomUUID(), subjectId: entityId };
  const windows = await services.gate.read(
    systemContext({ name: 'rules', clock, tenantId: server.tenants.own }),
    { permission: 'Rules:view', shared: true },
    (db) => findOpenWindows(db, [subject], clock.now()),
  );
  expect(windows.map((open) => open.map(({ rule }) => rule.ruleId))).toEqual([[whole]]);
});
