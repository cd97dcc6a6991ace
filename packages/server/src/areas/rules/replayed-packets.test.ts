import type { PacketMessage } from '@cfs/contracts/packets';
import { occurrenceOptions } from '@cfs/contracts/rule-occurrences';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemContext } from '../../platform/context.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { EvaluationPostponed, type AddedPacket } from '../packets/ingest/added-packet.ts';
import { createIngestRules } from './ingest-rules.ts';
import { createRuleBench, type RuleBench } from './testing/rule-bench.ts';

const minute = 60;
const day = 24 * 60 * minute;
let server: TestServer;
let bench: RuleBench;
beforeAll(async () => {
  server = await startTestServer();
  bench = await createRuleBench(server);
});
afterAll(() => server.close());

/** Adds `packets` packets to the history of each entity, `everySeconds` apart, before its last one. */
const addHistory = (entities: readonly string[], packets: number, everySeconds: number) =>
  server.database.asOwner(
    `insert into cfs.packet_history (tenant_id, series, delay, "timestamp", number)
     select tenant_id, series, 0, "timestamp" - second * $3::float8 * interval '1 second', 1
     from cfs.packets_latest, generate_series(1, $2::integer) second where entity_id = any ($1)`,
    [entities, packets, everySeconds],
  );

const addedOf = (entityId: string, seconds: number, message: PacketMessage): AddedPacket => ({
  tenantId: server.tenants.own,
  entityId,
  timestamp: new Date(bench.start + seconds * 1_000),
  receivedAt: new Date(bench.start),
  message,
  deviceId: undefined,
  timing: 'replayed',
});

/** Evaluates as a commit does. Returns the number of statements and whether the evaluation was postponed. */
const evaluate = async (added: readonly AddedPacket[], max = Infinity) => {
  const context = systemContext({ name: 'test', clock: server.clock, tenantId: server.tenants.own });
  let statements = 0;
  try {
    await server.services.gate.ingest(context, async (db) => {
      const held = await createIngestRules(server.services).hold(db, [server.tenants.own]);
      const guarded = vi.spyOn(db, 'guarded');
      try {
        await held.evaluate(context, added, { max, onExceeded: () => undefined });
      } finally {
        statements = guarded.mock.calls.length;
        guarded.mockRestore();
      }
    });
    return { statements, isPostponed: false };
  } catch (error) {
    if (error instanceof EvaluationPostponed) return { statements, isPostponed: true };
    throw error;
  }
};

describe('rules over replayed packets', () => {
  it('remember the interruption of each of two runs, however far apart they begin', async () => {
    const pattern = { OccurrencePattern: { Option: occurrenceOptions.TimesInARow, Count: 2 } } as const;
    const ruleId = await bench.addRule({
      conditions: [{ Type: 0, LeftOperand: 1, Operator: 3, RightOperand: '90', ...pattern }],
    });
    await bench.addRule({
      conditions: [
        { Type: 0, LeftOperand: 2, LeftOperandFieldName: 'Other', Operator: 3, RightOperand: '0', ...pattern },
      ],
    });
    const entity = bench.newEntity();
    await bench.send(entity, [0, 1]);
    await addHistory([entity], 26_000, 20);
    await server.database.asOwner('update cfs.rules set counts_since = null');
    await server.database.asOwner('update cfs.rule_epochs set epoch = epoch + 1');
    // More packets than one read returns lie between the two.
    const earlier = -5.5 * day + 3;
    await evaluate([
      addedOf(entity, earlier, { Value: 95 }),
      addedOf(entity, earlier + minute, { Value: 95 }),
      addedOf(entity, 10, { Value: 1, Metrics: { Other: 1 } }),
    ]);
    expect(await bench.matchesOf(ruleId, entity)).toEqual([]);
  });

  it('read no more entities once the budget is exceeded, even with short windows', async () => {
    await bench.addRule({
      ruleTypeId: 3,
      conditions: [{ Type: 0, LeftOperand: 46, Operator: 3, RightOperand: '9000', Window: { Span: '00:01:00' } }],
    });
    const entities = Array.from({ length: 4 }, () => bench.newEntity()).sort();
    await bench.sendAll(entities.map((entity) => [entity, [0, 1]]));
    await addHistory(entities, 2_000, 600);
    const replayed = (ofEntities: readonly string[]) =>
      ofEntities.flatMap((entity) => [addedOf(entity, -20 * day + 1, { Value: 1 }), addedOf(entity, 10, { Value: 1 })]);
    const ofOne = await evaluate(replayed(entities.slice(0, 1)));
    expect(ofOne.isPostponed).toBe(false);
    expect(await evaluate(replayed(entities), 1_000)).toEqual({ ...ofOne, isPostponed: true });
    expect((await evaluate(replayed(entities))).statements).toBeGreaterThan(ofOne.statements);
  });
});
