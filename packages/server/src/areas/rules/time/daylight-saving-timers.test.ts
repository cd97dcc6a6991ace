import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createRuleBench } from '../testing/rule-bench.ts';

const hour = 3_600;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it.each([
  // Start of the hour before the change, and how often 02:00 to 03:00 (01:00 to 02:00, 00:00 to 01:00) occurs.
  ['Europe/Berlin', '2026-03-28T23:00:00Z', '02', 0],
  ['America/New_York', '2026-11-01T04:00:00Z', '01', 2],
  ['Australia/Lord_Howe', '2027-04-03T13:00:00Z', '01', 2],
  ['America/Santiago', '2027-09-05T02:00:00Z', '00', 0],
])(
  'buckets on the night of %s are each evaluated once, regardless of clock changes',
  async (zone, start, local, times) => {
    await server.database.asOwner('truncate cfs.rules, cfs.rule_matches, cfs.rule_progress, cfs.work_timers cascade');
    await server.database.asOwner('update cfs.rule_epochs set epoch = epoch + 1');
    server.clock.set(new Date(start));
    const bench = await createRuleBench(server);
    const rule = {
      ruleTypeId: 6,
      matchLifetime: '1.00:00:00',
      conditions: [{ Type: 0, LeftOperand: 46, Operator: 6, RightOperand: '0' }],
      aggregation: { Bucket: '01:00:00', GroupBy: 'Tenant' as const },
    };
    const always = await bench.addRule(rule);
    const limited = await bench.addRule({
      ...rule,
      timeConditions: {
        TimeZoneId: zone,
        DailyStartTime: `${local}:00:00`,
        DailyEndTime: `${String(Number(local) + 1).padStart(2, '0')}:00:00`,
      },
    });
    for (let at = 0; at <= 6 * hour + 300; at += 300) {
      bench.at(at);
      await bench.settle();
    }
    expect(await bench.matchesOf(always)).toMatchObject([{ count: 6 }]);
    const hits = (await bench.matchesOf(limited)).reduce((sum, { count }) => sum + count, 0);
    expect(hits).toBe(times);
  },
);
