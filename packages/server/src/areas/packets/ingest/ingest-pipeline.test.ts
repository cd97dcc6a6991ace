import { randomUUID } from 'node:crypto';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { packetLimits } from '@cfs/contracts/packets';
import { storedPackets } from '../../../testing/stored-packets.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { EvaluationPostponed, type AddedPacket, type IngestRules, type EvaluationBudget } from './added-packet.ts';
import { checkPacket, type PacketSender } from './check-packet.ts';
import type { IncomingPacket } from './incoming-packet.ts';
import { createIngestPipeline } from './ingest-pipeline.ts';
import { dropPacketPartitions, maintainPacketPartitions } from '../history/maintain-packet-partitions.ts';

const tenantId = '10000000-0000-4000-8000-000000000001';
const clock = new ManualClock();
let database: TestDatabase;

const { retentionDays } = packetLimits;
const now = clock.now().getTime();
const sender: PacketSender = { tenantId, deviceId: undefined, spooled: false, now, retentionDays };

const packet = (entityId: string, secondsAgo: number, value: number, from = sender): IncomingPacket => {
  const timestamp = new Date(clock.now().getTime() - secondsAgo * 1_000).toISOString();
  const checked = checkPacket({ entityId, timestamp, message: { Value: value, Metrics: { CpuPercent: value } } }, from);
  if ('errors' in checked) throw new Error(checked.errors.join());
  return checked.packet;
};

const submissionOf = (...packets: IncomingPacket[]) => ({ packets, spool: undefined });

/** A pipeline with its own connections, as a node has, and the packets that its rules have evaluated. */
const createNode = (
  options: {
    readonly hold?: (tenantIds: readonly string[], db: ScopedDatabase) => unknown;
    readonly evaluate?: (added: readonly AddedPacket[], budget: EvaluationBudget | undefined) => unknown;
    readonly gatherMilliseconds?: number;
    readonly clock?: ManualClock;
  } = {},
) => {
  const { clock: ofNode = clock } = options;
  const added: AddedPacket[] = [];
  const rules: IngestRules = {
    async hold(db, tenantIds) {
      await options.hold?.(tenantIds, db);
      return {
        async evaluate(_context, packets, budget) {
          await options.evaluate?.(packets, budget);
          added.push(...packets);
        },
      };
    },
  };
  const gate = database.createGate({ clock: ofNode });
  const log = pino({ level: 'silent' });
  const { gatherMilliseconds = 100 } = options;
  return { added, ...createIngestPipeline({ gate, clock: ofNode, log, rules, gatherMilliseconds }) };
};

const latestOf = (entityId: string) =>
  database.asOwner<{ value: string; cpu_percent: number; timestamp: Date }>(
    'select value, cpu_percent, "timestamp" from cfs.packets_latest where entity_id = $1',
    [entityId],
  );

const historyOf = async (entityId: string): Promise<string[]> =>
  (await storedPackets(database, entityId)).map(({ value }) => value ?? '');

beforeAll(async () => {
  database = await createTestDatabase();
  await maintainPacketPartitions(database.createGate({ clock }), clock, retentionDays);
});
afterAll(() => database.drop());

describe('ingest pipeline', () => {
  it('stores which device sends the packets of an entity, also if a token has sent the first', async () => {
    const [node, deviceId] = [createNode(), randomUUID()];
    const [own, first] = [randomUUID(), randomUUID()];
    const fromDevice = { ...sender, deviceId };
    await node.submit(submissionOf(packet(own, 9, 1, fromDevice), packet(first, 9, 1)));
    await createNode().submit(submissionOf(packet(first, 8, 2, fromDevice)));
    await node.submit(submissionOf(packet(own, 7, 3), packet(first, 7, 3)));
    for (const entityId of [own, first])
      expect(
        await database.asOwner('select value, device_id from cfs.packets_latest where entity_id = $1', [entityId]),
      ).toEqual([{ value: '3', device_id: deviceId }]);
  });

  it('stores packets, and evaluates rules on those of each entity in order of arrival', async () => {
    const node = createNode();
    const [one, two] = [randomUUID(), randomUUID()].sort() as [string, string];
    const outcomes = await node.submit(submissionOf(packet(two, 5, 1), packet(one, 1, 3), packet(one, 9, 2)));
    expect(outcomes).toEqual(['added', 'added', 'added']);
    expect(node.added.map((each) => [each.entityId, each.message.Value])).toEqual([
      [one, 3],
      [one, 2],
      [two, 1],
    ]);
    expect(await historyOf(one)).toEqual(['2', '3']);
    expect(await latestOf(one)).toMatchObject([{ value: '3', cpu_percent: 3 }]);
  });

  it('keeps the newest reading as the latest in any order of arrival', async () => {
    const node = createNode();
    const entity = randomUUID();
    await node.submit(submissionOf(packet(entity, 1, 7)));
    await node.submit(submissionOf(packet(entity, 60, 6)));
    expect(await latestOf(entity)).toMatchObject([{ value: '7' }]);
    expect(await historyOf(entity)).toEqual(['6', '7']);
  });

  it('reports duplicates and conflicts, and stores neither', async () => {
    const node = createNode();
    const entity = randomUUID();
    await node.submit(submissionOf(packet(entity, 1, 7)));
    const again = [packet(entity, 1, 7), packet(entity, 1, 8), packet(entity, 2, 5), packet(entity, 2, 5)];
    expect(await node.submit(submissionOf(...again))).toEqual(['duplicate', 'conflict', 'added', 'duplicate']);
    expect(node.added).toHaveLength(2);
    expect(await historyOf(entity)).toEqual(['5', '7']);
  });

  it('holds the rules while it stores packets, not afterwards', async () => {
    const entity = randomUUID();
    await createNode().submit(submissionOf(packet(entity, 2, 1)));
    const asked: string[] = [];
    const node = createNode({ hold: (tenantIds) => void asked.push(...tenantIds) });
    const latest = await database.hold('select from cfs.packets_latest where entity_id = $1 for update', [entity]);
    const outcomes = node.submit(submissionOf(packet(entity, 1, 2), packet(entity, 600, 0)));
    await expect.poll(() => asked).toEqual([tenantId]);
    await latest[Symbol.asyncDispose]();
    expect(await outcomes).toEqual(['added', 'added']);
  });

  it('gathers the packets of agents with a drained spool in one commit', async () => {
    let commits = 0;
    const node = createNode({ hold: () => (commits += 1), gatherMilliseconds: 3_600_000 });
    const fromAgent = (oldestUnsent?: Date) => {
      const deviceId = randomUUID();
      const spool = { tenantId, deviceId, clockOffset: 0, sequence: 1, oldestUnsent };
      return node.submit({ packets: [packet(deviceId, 1, 1, { ...sender, deviceId })], spool });
    };
    await fromAgent();
    expect(commits).toBe(1);
    const gathered: ReturnType<typeof fromAgent>[] = [];
    for (let call = 0; call < 5; call += 1) {
      gathered.push(fromAgent());
      await turnOfTheLoop();
    }
    // A call whose agent has more to send ends the wait of the others.
    gathered.push(fromAgent(clock.now()));
    expect((await Promise.all(gathered)).flat()).toEqual(Array.from({ length: 6 }, () => 'added'));
    expect(commits).toBe(2);
    expect(
      await database.asOwner(
        'select count(*)::integer as spools from cfs.agent_spools where oldest_unsent is not null',
      ),
    ).toEqual([{ spools: 1 }]);
  });

  it('holds no rules for late packets', async () => {
    const asked: string[][] = [];
    const node = createNode({ hold: (tenantIds) => void asked.push([...tenantIds]) });
    await node.submit(submissionOf(packet(randomUUID(), 600, 1)));
    expect(asked).toEqual([[]]);
  });

  it('stores nothing if the rules cannot be held', async () => {
    const node = createNode({ hold: (_tenantIds, db) => db.guarded(sql`select 1 / 0 as nothing`) });
    const entity = randomUUID();
    expect(await node.submit(submissionOf(packet(entity, 1, 1)))).toEqual(['failed']);
    expect(await historyOf(entity)).toEqual([]);
  });

  it('stores packets once after PostgreSQL rolled their transaction back', async () => {
    await database.asOwner(
      `create function cfs.deadlock_in_ingest_test() returns void language plpgsql as
       $$ begin raise exception 'raised' using errcode = '40P01'; end $$`,
    );
    await database.asOwner('grant execute on function cfs.deadlock_in_ingest_test to cfs_ingest');
    let runs = 0;
    const node = createNode({
      hold: (_tenantIds, db) => {
        runs += 1;
        return runs === 1 ? db.guarded(sql`select deadlock_in_ingest_test()`) : undefined;
      },
    });
    const packets = [packet(randomUUID(), 1, 1), packet(randomUUID(), 1, 2)];
    expect(await node.submit(submissionOf(...packets))).toEqual(['added', 'added']);
    expect([runs, node.added.length]).toEqual([2, 2]);
  });

  it('stores the other packets if one fails', async () => {
    const poisoned = randomUUID();
    const node = createNode({
      evaluate: (added) => {
        if (added.some((each) => each.entityId === poisoned)) throw new Error('poison');
      },
    });
    const entities = Array.from({ length: 9 }, () => randomUUID());
    const packets = [...entities.slice(0, 5), poisoned, ...entities.slice(5)].map((each) => packet(each, 1, 1));
    const calls = [node.submit(submissionOf(...packets)), node.submit(submissionOf(packet(randomUUID(), 1, 1)))];
    const [outcomes, others] = await Promise.all(calls);
    expect(outcomes).toEqual(packets.map((each) => (each.entityId === poisoned ? 'failed' : 'added')));
    expect(others).toEqual(['added']);
    expect(await historyOf(poisoned)).toEqual([]);
  });

  it('adds each packet once when two nodes race', async () => {
    const nodes = [createNode(), createNode()];
    const entities = Array.from({ length: 20 }, () => randomUUID());
    const packets = entities.flatMap((entity) => [1, 2, 3].map((ago) => packet(entity, ago, 10 - ago)));
    const rounds = nodes.flatMap((node, index) =>
      [packets, [...packets].reverse()].map((each) =>
        node.submit(submissionOf(...(index ? [...each].reverse() : each))),
      ),
    );
    const outcomes = (await Promise.all(rounds)).flat();
    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(packets.length);
    expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(3 * packets.length);
    expect(nodes.flatMap((node) => node.added)).toHaveLength(packets.length);
    expect(await latestOf(entities[0] ?? '')).toMatchObject([{ value: '9' }]);
  });

  it('detects packets that another node has stored and that are newer than its cache', async () => {
    const [one, other] = [createNode(), createNode()];
    const [entity, second] = [randomUUID(), randomUUID()];
    for (const node of [one, other]) await node.submit(submissionOf(packet(entity, 10 - node.added.length, 1)));
    const sent = [packet(entity, 5, 2), packet(second, 5, 3)];
    expect(await other.submit(submissionOf(...sent))).toEqual(['added', 'added']);
    const again = [...sent, packet(entity, 5, 4), packet(entity, 4, 5), packet(second, 9, 6)];
    expect(await one.submit(submissionOf(...again))).toEqual(['duplicate', 'duplicate', 'conflict', 'added', 'added']);
    expect(await one.submit(submissionOf(...again))).toEqual([
      'duplicate',
      'duplicate',
      'conflict',
      'duplicate',
      'duplicate',
    ]);
    expect(await historyOf(entity)).toEqual(['1', '2', '5']);
    expect(await historyOf(second)).toEqual(['6', '3']);
  });

  it('stores the same key in two tenants as two packets', async () => {
    const node = createNode();
    const entity = randomUUID();
    const other = { ...sender, tenantId: '10000000-0000-4000-8000-000000000002' };
    expect(await node.submit(submissionOf(packet(entity, 1, 7), packet(entity, 1, 8, other)))).toEqual([
      'added',
      'added',
    ]);
    const rows = await database.asOwner(
      `select packet.tenant_id = latest.tenant_id as "isOwn", packet.number from cfs.packets_latest latest
       join cfs.packet_history packet using (series) where entity_id = $1 order by packet.number`,
      [entity],
    );
    expect(rows).toEqual([
      { isOwn: true, number: 7 },
      { isOwn: true, number: 8 },
    ]);
  });

  it('stores packets under the current series if its cached series are outdated', async () => {
    const node = createNode();
    const [lost, changed, taken] = [randomUUID(), randomUUID(), randomUUID()];
    await node.submit(submissionOf(...[lost, changed, taken].map((entity) => packet(entity, 9, 1))));
    await database.asOwner('delete from cfs.packets_latest where entity_id = $1', [lost]);
    await database.asOwner(`update cfs.packets_latest set series = nextval('cfs.packet_series') where entity_id = $1`, [
      changed,
    ]);
    await database.asOwner(
      `with gone as (delete from cfs.packets_latest where entity_id = $1 returning *)
       insert into cfs.packets_latest (tenant_id, entity_id, series, "timestamp", received_at)
       select tenant_id, $2, series, "timestamp", received_at from gone`,
      [taken, randomUUID()],
    );
    const sent = [lost, changed, taken].map((entity) => packet(entity, 5, 2));
    expect(await node.submit(submissionOf(...sent))).toEqual(['added', 'added', 'added']);
    expect(await node.submit(submissionOf(...sent))).toEqual(['duplicate', 'duplicate', 'duplicate']);
    for (const entity of [changed, taken]) expect(await historyOf(entity)).toEqual(['2']);
    expect((await historyOf(lost)).at(-1)).toBe('2');
  });

  it('distinguishes late packets from those that a spool replays', async () => {
    const node = createNode();
    const entity = randomUUID();
    await node.submit(submissionOf(packet(entity, 600, 1), packet(entity, 300, 2)));
    await node.submit(submissionOf(packet(entity, 900, 0, { ...sender, deviceId: entity, spooled: true })));
    expect(node.added.map((each) => each.timing)).toEqual(['late', 'current', 'replayed']);
  });

  it('keeps the last absence of an agent until waits for its packets are over', async () => {
    const turned = new ManualClock();
    const node = createNode({ clock: turned });
    const deviceId = randomUUID();
    const start = turned.now().getTime();
    const spool = { tenantId, deviceId, clockOffset: 0, sequence: 1, oldestUnsent: undefined };
    const minutesOf = (time: Date | null) => time && (time.getTime() - start) / 60_000;
    const reportAt = async (minutes: number) => {
      turned.set(new Date(start + minutes * 60_000));
      await node.submit({ packets: [], spool });
      const [row] = await database.asOwner<{ away_since: Date | null; returned: Date | null }>(
        'select away_since, returned from cfs.agent_spools where device_id = $1',
        [deviceId],
      );
      return row && [minutesOf(row.away_since), minutesOf(row.returned)];
    };
    expect(await reportAt(0)).toEqual([null, null]);
    expect(await reportAt(5)).toEqual([null, 0]);
    expect(await reportAt(9)).toEqual([null, 0]);
    expect(await reportAt(10)).toEqual([null, 0]);
    expect(await reportAt(12)).toEqual([10, 12]);
    expect(await reportAt(15)).toEqual([10, 12]);
    expect(await reportAt(45)).toEqual([15, 45]);
  });

  it('stores the report of an agent about its spool', async () => {
    const node = createNode();
    const deviceId = randomUUID();
    const spool = { tenantId, deviceId, clockOffset: -1_500, sequence: 3, oldestUnsent: clock.now() };
    await node.submit({ packets: [packet(deviceId, 1, 1)], spool });
    await node.submit({ packets: [], spool: { ...spool, sequence: 4, oldestUnsent: undefined } });
    expect(
      await database.asOwner(
        'select clock_offset_ms, sequence::integer, oldest_unsent from cfs.agent_spools where device_id = $1',
        [deviceId],
      ),
    ).toEqual([{ clock_offset_ms: -1_500, sequence: 4, oldest_unsent: null }]);
  });

  it('stores packets whose rules are postponed after the others', async () => {
    const [slow, quick] = [randomUUID(), randomUUID()];
    const settled = Promise.withResolvers<void>();
    let isSettled = false;
    const node = createNode({
      evaluate: (added) => {
        const waiting = added.filter((each) => each.entityId === slow && each.message.Value === 1);
        if (waiting.length > 0 && !isSettled) throw new EvaluationPostponed(waiting, () => settled.promise);
      },
    });
    const outcomes = node.submit(submissionOf(packet(slow, 2, 1), packet(quick, 2, 2), packet(slow, 1, 3)));
    const others = node.submit(submissionOf(packet(quick, 1, 4)));
    expect(await others).toEqual(['added']);
    await node.submit(submissionOf(packet(randomUUID(), 1, 5)));
    expect([await historyOf(slow), await historyOf(quick)]).toEqual([[], ['2', '4']]);
    isSettled = true;
    settled.resolve();
    expect(await outcomes).toEqual(['added', 'added', 'added']);
    expect(await historyOf(slow)).toEqual(['1', '3']);
  });

  it('rejects a call with 503 if its rules cannot be settled, and accepts the next', async () => {
    const entity = randomUUID();
    const outages = [new Error('away'), undefined];
    const node = createNode({
      evaluate: (added) => {
        const outage = outages.shift();
        if (outage) throw new EvaluationPostponed(added, () => Promise.reject(outage));
      },
    });
    await expect(node.submit(submissionOf(packet(entity, 2, 1)))).rejects.toMatchObject({ status: 503 });
    expect(await node.submit(submissionOf(packet(entity, 2, 1)))).toEqual(['added']);
  });

  it('rejects a call with 503 if its rules are postponed too often', async () => {
    const node = createNode({
      evaluate: (added) => {
        throw new EvaluationPostponed(added, () => Promise.resolve());
      },
    });
    await expect(node.submit(submissionOf(packet(randomUUID(), 1, 1)))).rejects.toMatchObject({ status: 503 });
  });

  it('moves tenants whose rules take long to the slow lane, so that others continue', async () => {
    const far = { ...sender, tenantId: randomUUID() };
    const [held, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const lanes: string[] = [];
    const node = createNode({
      evaluate: async (added, budget) => {
        const looking = added.filter((each) => each.tenantId === far.tenantId);
        if (looking.length === 0) return;
        const values = looking.map(({ message }) => message.Value).sort();
        lanes.push(`${values.join()} ${budget ? 'beside others' : 'in the slow lane'}`);
        if (budget) {
          budget.onExceeded([far.tenantId]);
          throw new EvaluationPostponed(looking, async () => undefined);
        }
        begun.resolve();
        await held.promise;
      },
    });
    const [one, two, other] = [randomUUID(), randomUUID(), randomUUID()];
    const first = node.submit(submissionOf(packet(one, 2, 1, far), packet(two, 2, 2, far)));
    const beside = node.submit(submissionOf(packet(other, 2, 3)));
    await begun.promise;
    const later = node.submit(submissionOf(packet(one, 1, 4, far)));
    expect(await beside).toEqual(['added']);
    expect(await node.submit(submissionOf(packet(other, 1, 5)))).toEqual(['added']);
    expect([await historyOf(one), await historyOf(other)]).toEqual([[], ['3', '5']]);
    held.resolve();
    expect([await first, await later]).toEqual([['added', 'added'], ['added']]);
    expect(await historyOf(one)).toEqual(['1', '4']);
    expect(lanes[0]).toBe('1,2 beside others');
    expect(lanes.slice(1).every((lane) => lane.endsWith('in the slow lane'))).toBe(true);
  });

  it('moves the queued calls of a tenant to the slow lane as well', async () => {
    const far = { ...sender, tenantId: randomUUID() };
    const [waiting, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const beside: unknown[] = [];
    const node = createNode({
      evaluate: async (added, budget) => {
        if (!budget) return;
        beside.push(...added.map(({ message }) => message.Value));
        begun.resolve();
        await waiting.promise;
        budget.onExceeded([far.tenantId]);
      },
    });
    const first = node.submit(submissionOf(packet(randomUUID(), 1, 1, far)));
    await begun.promise;
    const later = [2, 3].map((value) => node.submit(submissionOf(packet(randomUUID(), 1, value, far))));
    waiting.resolve();
    expect(await Promise.all([first, ...later])).toEqual([['added'], ['added'], ['added']]);
    expect(beside).toEqual([1]);
  });

  it.each(['continues', 'is postponed'])(
    'keeps a tenant that moves to the slow lane in one lane and in order when its commit %s',
    async (reaction) => {
      const far = { ...sender, tenantId: randomUUID() };
      const [waiting, begun, slowly] = [
        Promise.withResolvers<void>(),
        Promise.withResolvers<void>(),
        Promise.withResolvers<void>(),
      ];
      const evaluated: unknown[] = [];
      const node = createNode({
        evaluate: async (added, budget) => {
          const own = added.filter((each) => each.tenantId === far.tenantId);
          if (own.length === 0) return;
          if (budget) {
            budget.onExceeded([far.tenantId]);
            begun.resolve();
            await waiting.promise;
            if (reaction === 'is postponed') throw new EvaluationPostponed(own, async () => undefined);
          } else await slowly.promise;
          evaluated.push(...own.map(({ message }) => message.Value));
        },
      });
      const entity = randomUUID();
      const numbered = (first: number, count: number) =>
        Array.from({ length: count }, (_, place) => packet(entity, 200 - (first + place) / 10, first + place, far));
      // More packets than one commit takes of a tenant while others wait.
      const calls = [node.submit(submissionOf(...numbered(0, 1_000)))];
      const others = Array.from({ length: 20 }, () => ({ ...sender, tenantId: randomUUID() }));
      const beside = others.map((from) =>
        node.submit(submissionOf(...Array.from({ length: 250 }, () => packet(randomUUID(), 1, 1, from)))),
      );
      await begun.promise;
      calls.push(node.submit(submissionOf(...numbered(1_000, 3))));
      waiting.resolve();
      await Promise.all(beside);
      expect(await node.submit(submissionOf(packet(randomUUID(), 1, 1)))).toEqual(['added']);
      expect(evaluated.length).toBeLessThan(1_000);
      slowly.resolve();
      const outcomes = (await Promise.all(calls)).flat();
      expect(outcomes).toEqual(outcomes.map(() => 'added'));
      expect(evaluated).toEqual(Array.from({ length: 1_003 }, (_, place) => place));
    },
  );

  describe('after a statement timeout', () => {
    /** A node whose rules time out for these tenants, and the tenants of its commits. */
    const timingOut = (slow: readonly string[]) => {
      const commits: string[][] = [];
      const node = createNode({
        hold: (tenantIds, db) => {
          commits.push([...tenantIds]);
          return tenantIds.some((each) => slow.includes(each))
            ? db.guarded(sql`select time_out_in_ingest_test()`)
            : undefined;
        },
      });
      return { node, commits };
    };
    const sendersOf = (count: number) => Array.from({ length: count }, () => ({ ...sender, tenantId: randomUUID() }));

    beforeAll(async () => {
      await database.asOwner(
        `create function cfs.time_out_in_ingest_test() returns void language plpgsql as
         $$ begin raise exception 'raised' using errcode = '57014'; end $$`,
      );
      await database.asOwner('grant execute on function cfs.time_out_in_ingest_test to cfs_ingest');
    });

    it('stores the packets of the other tenants, and moves the tenant that is the cause to the slow lane', async () => {
      const senders = sendersOf(4);
      const slow = senders[1]?.tenantId ?? '';
      const { node, commits } = timingOut([slow]);
      const submitAll = () =>
        Promise.allSettled(senders.map((from) => node.submit(submissionOf(packet(randomUUID(), 1, 1, from)))));
      const expected = senders.map(({ tenantId }) =>
        tenantId === slow
          ? { status: 'rejected', reason: expect.objectContaining({ status: 503 }) }
          : { status: 'fulfilled', value: ['added'] },
      );
      expect(await submitAll()).toEqual(expected);
      expect(commits.filter((tenantIds) => tenantIds.length > 1)).toHaveLength(1);
      commits.length = 0;
      expect(await submitAll()).toEqual(expected);
      expect(commits.filter((tenantIds) => tenantIds.includes(slow))).toEqual([[slow]]);
    });

    it('tries at most two tenants separately if the database is slow for all', async () => {
      const senders = sendersOf(9);
      const { node, commits } = timingOut(senders.map(({ tenantId }) => tenantId));
      const calls = senders.map((from) => node.submit(submissionOf(packet(randomUUID(), 1, 1, from))));
      expect(await Promise.allSettled(calls)).toEqual(
        senders.map(() => ({ status: 'rejected', reason: expect.objectContaining({ status: 503 }) })),
      );
      expect(commits.map(({ length }) => length)).toEqual([9, 1, 1]);
      expect(node.added).toEqual([]);
    });
  });

  it('is drained once no submission is pending, including postponed ones', async () => {
    const [rules, log, entity] = [Promise.withResolvers<void>(), [] as string[], randomUUID()];
    let evaluations = 0;
    const node = createNode({
      evaluate: (added) => {
        evaluations += 1;
        if (evaluations === 1) throw new EvaluationPostponed(added, () => rules.promise);
      },
    });
    await node.drained();
    const outcomes = node.submit(submissionOf(packet(entity, 1, 1)));
    const drained = node.drained().then(() => log.push('drained'));
    void outcomes.then(() => log.push('answered'));
    await expect.poll(() => evaluations).toBe(1);
    rules.resolve();
    await drained;
    expect(log).toEqual(['answered', 'drained']);
    expect(await historyOf(entity)).toEqual(['1']);
  });

  it('rejects calls with 503 once too many packets wait', async () => {
    const node = createNode();
    const many = Array.from({ length: 26_000 }, (_, index) => packet(randomUUID(), 1, index));
    const calls = [1, 2, 3].map(() => node.submit(submissionOf(...many)));
    await expect(calls[2]).rejects.toMatchObject({ status: 503 });
    await Promise.all(calls.slice(0, 2));
  });

  it('rejects further calls of a flooding tenant with 429, and stores packets of others before all of its own', async () => {
    const node = createNode();
    const flood = Array.from({ length: 30_001 }, (_, index) => packet(randomUUID(), 1, index));
    const stored: string[] = [];
    const flooded = node.submit(submissionOf(...flood)).then(() => stored.push('flood'));
    await expect(node.submit(submissionOf(packet(randomUUID(), 1, 1)))).rejects.toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
    });
    expect(() => node.requireRoom(tenantId)).toThrow(/this tenant/);
    const other = { ...sender, tenantId: '10000000-0000-4000-8000-000000000002' };
    expect(await node.submit(submissionOf(packet(randomUUID(), 1, 1, other)))).toEqual(['added']);
    stored.push('other');
    await flooded;
    expect(stored).toEqual(['other', 'flood']);
    expect(await node.submit(submissionOf(packet(randomUUID(), 1, 1)))).toEqual(['added']);
  });

  it('accepts a few packets of others while one call exceeds the total bound', async () => {
    const node = createNode();
    const flood = Array.from({ length: 50_001 }, (_, index) => packet(randomUUID(), 1, index));
    const flooded = node.submit(submissionOf(...flood));
    const other = { ...sender, tenantId: '10000000-0000-4000-8000-000000000002' };
    expect(await node.submit(submissionOf(packet(randomUUID(), 1, 1, other)))).toEqual(['added']);
    expect(() => node.requireRoom(tenantId)).toThrow(/are already waiting/);
    expect(await flooded).toHaveLength(flood.length);
  });

  it('returns outcomes in the order of the call if its packets are stored in several commits', async () => {
    const node = createNode();
    const entity = randomUUID();
    const others = Array.from({ length: 5_100 }, (_, index) => packet(randomUUID(), 1, index));
    const outcomes = await node.submit(submissionOf(packet(entity, 1, 7), ...others, packet(entity, 1, 8)));
    expect(outcomes).toHaveLength(5_102);
    expect([outcomes[0], outcomes[1], outcomes.at(-2), outcomes.at(-1)]).toEqual([
      'added',
      'added',
      'added',
      'conflict',
    ]);
  });
});

describe('the retention of history', () => {
  it.each([
    [8, 7, false],
    [6, 7, true],
    [40, 60, true],
  ])('accepts a packet that is %i days old, with %i days kept: %s', (age, days, isTaken) => {
    const timestamp = new Date(now - age * 86_400_000).toISOString();
    const input = { entityId: randomUUID(), timestamp, message: { Value: 1 } };
    const checked = checkPacket(input, { ...sender, retentionDays: days });
    expect('packet' in checked).toBe(isTaken);
    if (!isTaken) expect(checked).toEqual({ errors: [`timestamp is older than the ${days} days that are kept`] });
  });
});

describe('history partitions', () => {
  it('are created for packets of a day without one, once the clock has advanced beyond the existing ones', async () => {
    const later = new ManualClock(new Date(now + 200 * 86_400_000));
    const node = createNode({ clock: later });
    const entity = randomUUID();
    const timestamp = later.now().toISOString();
    const checked = checkPacket(
      { entityId: entity, timestamp, message: { Value: 5 } },
      { ...sender, now: later.now().getTime() },
    );
    if ('errors' in checked) throw new Error(checked.errors.join());
    expect(await node.submit(submissionOf(checked.packet))).toEqual(['added']);
    expect(await historyOf(entity)).toEqual(['5']);
  });

  it('are dropped by whole days that are no longer kept', async () => {
    const gate = database.createGate({ clock });
    const entity = randomUUID();
    await createNode().submit(submissionOf(packet(entity, 29 * 86_400, 1), packet(entity, 1, 2)));
    const later = new ManualClock(new Date(clock.now().getTime() + 5 * 86_400_000));
    expect(await dropPacketPartitions(gate, later, retentionDays, new AbortController().signal)).toBe(true);
    expect(await historyOf(entity)).toEqual(['2']);
    await maintainPacketPartitions(gate, clock, retentionDays);
  });
});
