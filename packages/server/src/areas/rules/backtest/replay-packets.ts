import { performance } from 'node:perf_hooks';
import { packetLimits, type PacketMessage } from '@cfs/contracts/packets';
import type { Context } from '../../../platform/context.ts';
import type { Gate, ScopeRequest } from '../../../platform/database/gate.ts';
import { readEntityFacts, type EntityFact } from '../../blocks/read-entity-facts.ts';
import { historyStatement, readHistoryLine, type HistoryLine } from '../../packets/history-statement.ts';
import type { CompiledRule } from '../evaluation/compile-rule.ts';
import { entityNameOf } from '../matches/match-label.ts';
import { createTrial } from '../patterns/trial.ts';
import type { MatchComparison } from './compare-matches.ts';
import { createTimeSlices } from './time-slices.ts';
import { createReplay, type ReplayedEntity, type ReplayedPacket } from './replay-rule.ts';
import { tooMuch } from './too-much.ts';
import { subjectEntity } from '../evaluation/subject-entity.ts';

/** Whose permissions read the history that rules are tested on. */
export const backtestScope: ScopeRequest = { permission: ['Rules:create', 'Rules:edit'], shared: true };

/** The edited rule, and the saved one that it is compared with. */
export interface TestedRules {
  /** The tenant whose history is replayed. */
  readonly tenantId: string;
  readonly edited: CompiledRule;
  readonly saved: CompiledRule | undefined;
}

/** Milliseconds since 1970, `from` excluded. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** What a replay cost. */
export interface ReplayCost {
  /** Packets, or what takes their place for the type of the rule, that the edited rule looked at. */
  readonly packets: number;
  /** Processor time of the edited rule. */
  readonly milliseconds: number;
  /** Whether nothing was passed over for its cost. */
  readonly isComplete: boolean;
}

/** Packets of an entity, and the characters of their messages, that are held at a time. */
const mostPackets = 300_000;
const mostCharacters = 32 * 1_024 * 1_024;

/** Packets that are replayed between two looks at the clock. */
const packetsAtATime = 64;

/** Entities whose facts are read at once, and the packets after which no further entity is waited for. */
const entitiesAtOnce = 200;
const packetsAtOnce = 20_000;

/** The only entities whose packets the rules can look at; `undefined` for all. */
const entitiesOf = (rules: readonly CompiledRule[]): readonly string[] | undefined => {
  const ids: string[] = [];
  for (const { keys, alternatives } of rules) {
    if (!keys || alternatives.some(({ absence }) => absence !== undefined)) return undefined;
    for (const key of keys) {
      if (!/^entity [0-9a-f-]{36}$/.test(key)) return undefined;
      ids.push(key.slice('entity '.length));
    }
  }
  return ids;
};

const valueOperands: ReadonlySet<number> = new Set([1, 6, 8, 9, 20, 21, 47]);

const needsValueAlone = ({ rule, needsValueAlone: isEnough }: CompiledRule): boolean =>
  rule.conditions.every(
    ({ LeftOperand }) => valueOperands.has(LeftOperand) || (LeftOperand >= 40 && LeftOperand <= 46 && isEnough),
  );

/** Has the next piece read while one is worked on. */
export async function* readAhead(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const reader = pieces[Symbol.asyncIterator]();
  const read = (): Promise<IteratorResult<string>> => {
    const next = reader.next();
    // Awaited later; it may reject earlier.
    next.catch(() => undefined);
    return next;
  };
  let next = read();
  try {
    for (let piece = await next; piece.done !== true; piece = await next) {
      next = read();
      yield piece.value;
    }
  } finally {
    await next.catch(() => undefined);
    await reader.return?.();
  }
}

/** The packets of one entity, by time. */
export type EntityLines = readonly [HistoryLine, ...HistoryLine[]];

/** The lines of the pieces, grouped by entity, some entities at a time. */
export async function* entitiesIn(pieces: AsyncIterable<string>): AsyncGenerator<readonly EntityLines[]> {
  let rest = '';
  let held = 0;
  let characters = 0;
  let lines: [HistoryLine, ...HistoryLine[]] | undefined;
  let entities: EntityLines[] = [];
  for await (const piece of pieces) {
    const parts = (rest + piece).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const line = readHistoryLine(part);
      if (lines && lines[0].entityId === line.entityId) {
        lines.push(line);
        characters += line.json.length;
        if (lines.length > mostPackets || characters > mostCharacters)
          throw tooMuch('One entity has too many packets.');
        continue;
      }
      if (lines) {
        entities.push(lines);
        held += lines.length;
      }
      lines = [line];
      characters = line.json.length;
      if (entities.length >= entitiesAtOnce || held >= packetsAtOnce) {
        yield entities;
        [entities, held] = [[], 0];
      }
    }
  }
  if (lines) entities.push(lines);
  if (entities.length > 0) yield entities;
}

/** What rules may ask about each of the entities of lines. */
export const factsOf = async (
  gate: Gate,
  context: Context,
  tenantId: string,
  entities: readonly EntityLines[],
): Promise<(entityId: string) => EntityFact | undefined> => {
  const facts = await gate.read(context, backtestScope, (db) =>
    readEntityFacts(
      db,
      entities.map(([{ entityId }]) => ({ tenantId, entityId })),
    ),
  );
  return (entityId) => facts.of(tenantId, entityId);
};

/** Replays rules that run on packets over the stored packets of the period, entity by entity. */
export const replayPackets = async (
  gate: Gate,
  context: Context,
  { tenantId, edited, saved }: TestedRules,
  period: Period,
  comparison: MatchComparison,
  signal: AbortSignal,
): Promise<ReplayCost> => {
  const rules = saved ? [edited, saved] : [edited];
  const valueAlone = rules.every(needsValueAlone);
  const before = Math.max(
    ...rules.flatMap(({ windowMilliseconds, alternatives }) => [
      windowMilliseconds,
      ...alternatives.map(({ absence }) => absence ?? 0),
    ]),
  );
  const trial = createTrial(Infinity);
  const slices = createTimeSlices(signal);
  let packets = 0;
  let milliseconds = 0;

  /** Replays one rule; answers its matches and the processor time that it took. */
  const replayRule = async (compiled: CompiledRule, entity: ReplayedEntity, packets: readonly ReplayedPacket[]) => {
    const replay = createReplay(compiled, entity, trial, period);
    let spent = 0;
    for (let first = 0; first < packets.length; first += packetsAtATime) {
      const pause = slices.pass();
      if (pause) await pause;
      const started = performance.now();
      for (const packet of packets.slice(first, first + packetsAtATime)) replay.take(packet);
      spent += performance.now() - started;
    }
    return { matches: replay.finish(), spent };
  };

  const replayEntity = async (lines: EntityLines, fact: EntityFact | undefined): Promise<void> => {
    const [{ entityId }] = lines;
    const entity = subjectEntity({ tenantId, entityId }, fact);
    const arrived: ReplayedPacket[] = [];
    for (const { time, receivedAt, json } of lines) {
      const pause = arrived.length % packetsAtATime === 0 ? slices.pass() : undefined;
      if (pause) await pause;
      const read: unknown = JSON.parse(json);
      const message = valueAlone
        ? { Value: read as NonNullable<PacketMessage['Value']> | null }
        : (read as PacketMessage);
      const isOnTime = receivedAt - time <= packetLimits.lateAfterMilliseconds;
      arrived.push({ time, receivedAt, message, isWatched: isOnTime || fact?.deviceId !== undefined });
    }
    arrived.sort((one, other) => one.receivedAt - other.receivedAt || one.time - other.time);
    const ofEdited = await replayRule(edited, entity, arrived);
    const ofSaved = saved && (await replayRule(saved, entity, arrived));
    for (const { time } of lines) if (time > period.from) packets += 1;
    milliseconds += ofEdited.spent;
    if (ofEdited.matches.length + (ofSaved?.matches.length ?? 0) === 0) return;
    const message = arrived.at(-1)?.message ?? {};
    comparison.add(entityNameOf({ ...entity, message }), ofEdited.matches, ofSaved?.matches ?? []);
  };

  const query = {
    tenantId,
    from: period.from - before,
    to: period.to,
    entityIds: entitiesOf(rules),
    needsValueAlone: valueAlone,
  };
  await gate.readStream(context, backtestScope, historyStatement(query), signal, async (pieces) => {
    for await (const entities of entitiesIn(readAhead(pieces))) {
      const factOf = await factsOf(gate, context, tenantId, entities);
      for (const lines of entities) await replayEntity(lines, factOf(lines[0].entityId));
    }
  });
  return { packets, milliseconds, isComplete: trial.passedOver === 0 };
};
