import { randomUUID } from 'node:crypto';
import { matchEndReasons } from '@cfs/contracts/rule-matches';
import type { PacketMessage } from '@cfs/contracts/packets';
import type { RuleInput } from '@cfs/contracts/rules';
import { expect } from 'vitest';
import { createTestWorker } from '../../../testing/create-test-worker.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { settle } from './match-once.ts';

/** A packet with its time in seconds after the start of the test. */
export type TimedPacket = readonly [seconds: number, message: PacketMessage | number | string];

export interface MatchSummary {
  readonly subjectId: string;
  /** Seconds after the start of the test. */
  readonly first: number;
  readonly last: number;
  readonly expires: number;
  readonly count: number;
  readonly end: string | null;
}

const nameOf = (reason: number | null): string | null =>
  Object.entries(matchEndReasons).find(([, id]) => id === reason)?.[0] ?? null;

/** Sends packets, creates rules and reads matches of the own tenant, in seconds after `start`. */
export const createRuleBench = async (server: TestServer) => {
  const start = server.clock.now().getTime();
  const sender = server.withCredential(await server.tenantToken(['packets']));
  const worker = createTestWorker(server.services, 'rules', 'actions', 'work-units');
  const toPacket = (entityId: string, [seconds, message]: TimedPacket) => ({
    entityId,
    timestamp: new Date(start + seconds * 1_000).toISOString(),
    message: typeof message === 'object' ? message : { Value: message },
  });
  const sendAll = async (packets: readonly (readonly [entityId: string, packet: TimedPacket])[]): Promise<void> => {
    const answer = await sender.post(
      '/v1/packets',
      packets.map(([entityId, packet]) => toPacket(entityId, packet)),
    );
    expect(answer.body, answer.text).toMatchObject({ accepted: packets.length });
  };
  return {
    start,
    /** Sends packets of several entities in one call. */
    sendAll,
    /** Sets the clock to a number of seconds after the start. */
    at(seconds: number): void {
      server.clock.set(new Date(start + seconds * 1_000));
    },
    send: (entityId: string, ...packets: readonly TimedPacket[]): Promise<void> =>
      sendAll(packets.map((packet) => [entityId, packet])),
    async addRule(rule: Partial<RuleInput>, client: TestClient = server.as('Administrator')): Promise<string> {
      const answer = await client.put('/v1/rules', {
        name: 'Rule',
        ruleTypeId: 1,
        matchLifetime: '00:05:00',
        conditions: [{ Type: 0, LeftOperand: 1, Operator: 3, RightOperand: '90' }],
        ...rule,
      });
      expect(answer.status, answer.text).toBe(201);
      return (answer.body as { ruleId: string }).ruleId;
    },
    /** Runs all durable work that is due. */
    settle: (): Promise<void> => settle(worker),
    /** Seconds after the start at which the next timer or step is due, as of a `settle`; infinite if there is none. */
    async nextDue(): Promise<number> {
      const [row] = await server.database.asOwner<{ due: Date | null }>(
        `select least(
           (select min(due) from cfs.work_timers where due > $1),
           (select min(available) from cfs.work_steps where finished is null and available > $1)) as due`,
        [server.clock.now()],
      );
      return row?.due ? (row.due.getTime() - start) / 1_000 : Number.POSITIVE_INFINITY;
    },
    async matchesOf(ruleId: string, subjectId?: string): Promise<MatchSummary[]> {
      const rows = await server.database.asOwner<{
        subject_id: string;
        first_match: Date;
        last_match: Date;
        expires: Date;
        match_count: number;
        end_reason: number | null;
      }>('select * from cfs.rule_matches where rule_id = $1 order by first_match, created, subject_id', [ruleId]);
      const seconds = (time: Date): number => (time.getTime() - start) / 1_000;
      return rows
        .filter((row) => subjectId === undefined || row.subject_id === subjectId)
        .map((row) => ({
          subjectId: row.subject_id,
          first: seconds(row.first_match),
          last: seconds(row.last_match),
          expires: seconds(row.expires),
          count: row.match_count,
          end: nameOf(row.end_reason),
        }));
    },
    /** For each executed action of the rule's matches, whether the begin or the end of a match caused it, in order. */
    async actionsOf(ruleId: string): Promise<string[]> {
      const rows = await server.database.asOwner<{ kind: string }>(
        `select event.kind from cfs.work_steps step join cfs.work_events event using (tenant_id, event_id)
         where event.subject_id like $1 and step.handler = 'rule-match-action' and step.finished is not null
         order by step.position`,
        [`${ruleId}/%`],
      );
      return rows.map(({ kind }) => kind);
    },
    newEntity: (): string => randomUUID(),
  };
};

export type RuleBench = Awaited<ReturnType<typeof createRuleBench>>;
