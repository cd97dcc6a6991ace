import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { builtInActions, resultStatuses } from '@cfs/contracts/action-enumerations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leaseMilliseconds } from '../../platform/durable-work/claim-steps.ts';
import { isDeep } from '../../testing/is-deep.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { action } from './testing/match-once.ts';
import { createRuleBench, type RuleBench } from './testing/rule-bench.ts';
import type { RuleCrashTask } from './testing/rule-crash.fixture.ts';

const program = fileURLToPath(new URL('testing/rule-crash.fixture.ts', import.meta.url));
const hour = 3_600;
/** Kills per kill point; `npm run test:deep` uses more kills and more points. */
const kills = isDeep ? 25 : 1;
const stepPoints = isDeep
  ? ['step-applied', 'step-before-commit', 'step-after-commit']
  : ['step-before-commit', 'step-after-commit'];
const timerPoints = ['timer-before-commit', 'timer-after-commit'];

let server: TestServer;
let bench: RuleBench;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.asOwner(
    `truncate cfs.rules, cfs.rule_matches, cfs.rule_match_groups, cfs.rule_action_budgets, cfs.rule_work_units,
     cfs.rule_occurrences, cfs.rule_progress, cfs.work_timers, cfs.work_events, cfs.action_histories,
     cfs.outbox_messages, cfs.packets_latest cascade`,
  );
  await server.database.asOwner('update cfs.rule_epochs set epoch = epoch + 1');
  bench = await createRuleBench(server);
});

/**
 * Runs the work that is due `seconds` after the start in a separate process. Returns the signal that ended it, or its
 * exit code.
 */
const work = async (seconds: number, killPoint = ''): Promise<string | number> => {
  const now = new Date(bench.start + seconds * 1_000).toISOString();
  const task: RuleCrashTask = { connections: server.database.connections, now };
  const child = spawn(process.execPath, [program, JSON.stringify(task)], {
    env: { ...process.env, CFS_CRASH_AT: killPoint },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal ?? code ?? -1;
};

const lease = leaseMilliseconds / 1_000;
const count = async (table: string, where = 'true'): Promise<number> => {
  const [row] = await server.database.asOwner<{ count: string }>(`select count(*) from cfs.${table} where ${where}`);
  return Number(row?.count);
};

const mail = action(builtInActions.sendEmail, { To: 'ops@example.com', Subject: '{{Label}}' });
const incident = action(builtInActions.createWorkUnit, { SeverityId: '3' });

const addUnits = async (titles: readonly string[]): Promise<void> => {
  for (const title of titles) {
    const unit = { title, severityId: 'Sev1', workUnitTypeId: 1 };
    expect((await server.as('Operator').put('/v1/workunits', unit)).status).toBe(201);
  }
};

describe('a worker that is killed', { timeout: 600_000 }, () => {
  it.each(stepPoints)('at %s evaluates each change of a work unit once', async (killPoint) => {
    const units = await count('work_units');
    const ruleId = await bench.addRule({
      ruleTypeId: 4,
      matchLifetime: '1.00:00:00',
      conditions: [{ Type: 0, LeftOperand: 61, Operator: 7, RightOperand: '1' }],
      matchActions: [incident],
    });
    await addUnits(['One', 'Two', 'Three']);
    for (let kill = 0; kill < kills; kill += 1) expect([0, 'SIGKILL']).toContain(await work(kill * lease, killPoint));
    expect(await work(kills * lease)).toBe(0);
    expect((await bench.matchesOf(ruleId)).map(({ count: hits }) => hits)).toEqual([1, 1, 1]);
    expect((await count('work_units')) - units).toBe(6);
  });

  it.each(isDeep ? [...timerPoints, ...stepPoints] : ['step-before-commit', 'timer-before-commit'])(
    'at %s sends one mail for the begin and one for the end of a match that is over when its change is evaluated',
    async (killPoint) => {
      const mailOf = (Subject: string) => action(builtInActions.sendEmail, { To: 'ops@example.com', Subject });
      const ruleId = await bench.addRule({
        ruleTypeId: 4,
        conditions: [{ Type: 0, LeftOperand: 61, Operator: 7, RightOperand: '1' }],
        matchActions: [mailOf('Begun')],
        expirationActions: [mailOf('Over')],
      });
      await addUnits(['Late']);
      for (let kill = 0; kill < kills; kill += 1)
        expect([0, 'SIGKILL']).toContain(await work(600 + kill * lease, killPoint));
      expect(await work(600 + kills * lease)).toBe(0);
      expect(await bench.actionsOf(ruleId)).toEqual(['RuleMatchBegan', 'RuleMatchEnded']);
      expect(await count('outbox_messages', `subject = 'Begun'`)).toBe(1);
      expect(await count('outbox_messages', `subject = 'Over'`)).toBe(1);
    },
  );

  it.each(isDeep ? [...timerPoints, ...stepPoints] : timerPoints)(
    'at %s sends one digest for an hour',
    async (killPoint) => {
      await bench.addRule({ name: 'Hot', actionLimitPerHour: 1, matchLifetime: '1.00:00:00', matchActions: [mail] });
      for (let entity = 0; entity < 4; entity += 1) await bench.send(bench.newEntity(), [0, 95]);
      for (let kill = 0; kill < kills; kill += 1)
        expect([0, 'SIGKILL']).toContain(await work(hour + kill * lease, killPoint));
      expect(await work(hour + kills * lease)).toBe(0);
      expect(await count('outbox_messages', `subject like 'Hot: %'`)).toBe(1);
      expect(await count('outbox_messages', `subject = 'Digest: Hot'`)).toBe(1);
      expect(await count('action_histories', `result_status_id = ${resultStatuses.Suppressed}`)).toBe(3);
      expect(await count('rule_matches', 'in_digest')).toBe(0);
    },
  );
});

describe('timers that fire after a kill', { timeout: 600_000 }, () => {
  it.each(isDeep ? timerPoints : ['timer-before-commit'])(
    'at %s evaluate each absence and each bucket once',
    async (killPoint) => {
      const absence = await bench.addRule({
        ruleTypeId: 3,
        matchLifetime: '01:00:00',
        conditions: [{ Type: 0, LeftOperand: 47, Operator: 3, RightOperand: '00:10:00' }],
      });
      const bucket = await bench.addRule({
        ruleTypeId: 6,
        matchLifetime: '1.00:00:00',
        conditions: [{ Type: 0, LeftOperand: 46, Operator: 6, RightOperand: '0' }],
        aggregation: { Bucket: '00:10:00', GroupBy: 'Tenant' },
      });
      await bench.send(bench.newEntity(), [0, 95]);
      expect(await work(0)).toBe(0);
      for (let kill = 0; kill < kills; kill += 1) {
        const at = 600 + kill * 60;
        expect([0, 'SIGKILL']).toContain(await work(at, killPoint));
        expect(await work(at)).toBe(0);
      }
      const [silent] = await bench.matchesOf(absence);
      expect(silent).toMatchObject({ first: 600, last: 600 + (kills - 1) * 60, count: kills });
      expect(await work(3_600)).toBe(0);
      const [hits] = await bench.matchesOf(bucket);
      const [{ reached } = { reached: new Date(0) }] = await server.database.asOwner<{ reached: Date }>(
        'select reached from cfs.rule_progress where rule_id = $1',
        [bucket],
      );
      const begun = Math.floor(bench.start / 600_000) * 600_000;
      expect(hits?.count).toBe((reached.getTime() - begun) / 600_000);
    },
  );
});
