import { performance } from 'node:perf_hooks';
import type { PacketMessage } from '@cfs/contracts/packets';
import type { Context } from '../../../platform/context.ts';
import type { Gate, ScopeRequest } from '../../../platform/database/gate.ts';
import { readEntityFacts, type EntityFact } from '../../blocks/read-entity-facts.ts';
import {
  entityIdLength,
  historyStatement,
  readHistoryLine,
  type HistoryPacket,
} from '../../packets/history/history-statement.ts';
import { partsByWindow } from '../../packets/history/read-past-packets.ts';
import { absencesOf, type CompiledRule } from '../evaluation/compile-rule.ts';
import { wasWatched } from '../evaluation/was-watched.ts';
import { entityNameOf } from '../matches/match-label.ts';
import { createTrial } from '../patterns/trial.ts';
import type { MatchComparison } from './compare-matches.ts';
import { createSilences, type EarlierPackets } from './read-silences.ts';
import { createTimeSlices } from './time-slices.ts';
import { createReplay, type ReplayedEntity, type ReplayedPacket } from './replay-rule.ts';
import { tooMuch } from './too-much.ts';
import { subjectEntity } from '../evaluation/subject-entity.ts';

/** The permissions that allow reading the history that rules are tested on. */
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
  /** Packets that the edited rule evaluated, or the corresponding inputs of its type. */
  readonly packets: number;
  /** Processor time of the edited rule. */
  readonly milliseconds: number;
  /** Whether nothing was skipped because of its cost. */
  readonly isComplete: boolean;
}

/** Most packets of an entity, and most characters of their lines, that are in memory at a time. */
export const maxPackets = 300_000;
const maxCharacters = 32 * 1_024 * 1_024;

/** Packets that are replayed between two checks of the time slice. */
const packetsAtATime = 64;

/**
 * Entities whose facts are read together, and the number of packets after which a batch is complete with fewer
 * entities.
 */
const entitiesAtOnce = 200;
const packetsAtOnce = 20_000;

/** The only entities whose packets can match the rules; `undefined` for all. */
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

/** Reads the next piece while the current one is processed. */
export async function* readAhead(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const reader = pieces[Symbol.asyncIterator]();
  const read = (): Promise<IteratorResult<string>> => {
    const next = reader.next();
    // It is awaited later, but may reject earlier.
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

/** An entity with its packets, by time; there is at least one. */
export interface EntityPackets {
  readonly entityId: string;
  readonly packets: readonly HistoryPacket[];
}

const byTime = (one: HistoryPacket, other: HistoryPacket): number => one.time - other.time;

/** Groups the packets of the pieces by entity and yields batches of entities. */
export async function* entitiesIn(pieces: AsyncIterable<string>): AsyncGenerator<readonly EntityPackets[]> {
  let rest = '';
  let held = 0;
  let characters = 0;
  let current: { readonly entityId: string; readonly packets: HistoryPacket[] } | undefined;
  let entities: EntityPackets[] = [];
  const finish = (): void => {
    if (!current) return;
    current.packets.sort(byTime);
    entities.push(current);
    held += current.packets.length;
  };
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!current || !line.startsWith(current.entityId)) {
        finish();
        current = { entityId: line.slice(0, entityIdLength), packets: [] };
        characters = 0;
        if (entities.length >= entitiesAtOnce || held >= packetsAtOnce) {
          yield entities;
          [entities, held] = [[], 0];
        }
      }
      const { packets } = current;
      for (const packet of readHistoryLine(line)) packets.push(packet);
      characters += line.length;
      if (packets.length > maxPackets || characters > maxCharacters) throw tooMuch('One entity has too many packets.');
    }
  }
  finish();
  if (entities.length > 0) yield entities;
}

/** Reads the facts that rules may need about each of the entities. */
export const factsOf = async (
  gate: Gate,
  context: Context,
  tenantId: string,
  entities: readonly EntityPackets[],
): Promise<(entityId: string) => EntityFact | undefined> => {
  const facts = await gate.read(context, backtestScope, (db) =>
    readEntityFacts(
      db,
      entities.map(({ entityId }) => ({ tenantId, entityId })),
    ),
  );
  return (entityId) => facts.of(tenantId, entityId);
};

/** The first packet times of the entities without a packet at the start of the period. */
const silentAtFirst = (entities: readonly EntityPackets[], { from }: Period): ReadonlyMap<string, number> =>
  new Map(
    entities.flatMap(({ entityId, packets: [first] }) => (first && first.time > from ? [[entityId, first.time]] : [])),
  );

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
  const windowMilliseconds = Math.max(...rules.map((rule) => rule.windowMilliseconds));
  // An absence evaluates the window that ends at the last packet.
  const before = Math.max(
    ...rules.map((rule) => rule.windowMilliseconds + Math.max(0, ...absencesOf(rule).map(({ span }) => span))),
  );
  const query = {
    tenantId,
    from: period.from - before,
    to: period.to,
    entityIds: entitiesOf(rules),
    needsValueAlone: valueAlone,
    maxPacketsOfDay: maxPackets,
  };
  const silences = rules.some((rule) => absencesOf(rule).length > 0)
    ? createSilences({
        ...query,
        gate,
        context,
        scope: backtestScope,
        windowMilliseconds,
      })
    : undefined;
  const trial = createTrial(Infinity);
  const slices = createTimeSlices(signal);
  let packets = 0;
  let milliseconds = 0;

  /** Replays one rule. Returns its matches and the processor time spent. */
  const replayRule = async (compiled: CompiledRule, entity: ReplayedEntity, packets: readonly ReplayedPacket[]) => {
    const replay = createReplay(compiled, entity, trial, period);
    let started = performance.now();
    let spent = 0;
    const giveWay = async (): Promise<void> => {
      spent += performance.now() - started;
      const pause = slices.pass();
      if (pause) await pause;
      started = performance.now();
    };
    for (const [place, packet] of packets.entries()) {
      if (place % packetsAtATime === 0) await giveWay();
      while (!replay.tick(packet.receivedAt - 1)) await giveWay();
      replay.take(packet);
    }
    while (!replay.tick(period.to)) await giveWay();
    const matches = replay.finish();
    return { matches, spent: spent + performance.now() - started };
  };

  const replayEntity = async (
    { entityId, packets: stored }: EntityPackets,
    fact: EntityFact | undefined,
    earlier: EarlierPackets = [],
  ): Promise<void> => {
    const entity = subjectEntity({ tenantId, entityId }, fact);
    const arrived: ReplayedPacket[] = [];
    for (const { time, receivedAt, json } of [...earlier, ...stored]) {
      const pause = arrived.length % packetsAtATime === 0 ? slices.pass() : undefined;
      if (pause) await pause;
      const read: unknown = typeof json === 'number' ? json : JSON.parse(json);
      const message = valueAlone
        ? { Value: read as NonNullable<PacketMessage['Value']> | null }
        : (read as PacketMessage);
      const isWatched =
        arrived.length >= earlier.length && wasWatched({ time, receivedAt }, fact?.deviceId !== undefined);
      arrived.push({ time, receivedAt, message, isWatched });
    }
    arrived.sort((one, other) => one.receivedAt - other.receivedAt || one.time - other.time);
    const ofEdited = await replayRule(edited, entity, arrived);
    const ofSaved = saved && (await replayRule(saved, entity, arrived));
    for (const { time } of stored) if (time > period.from) packets += 1;
    milliseconds += ofEdited.spent;
    if (ofEdited.matches.length + (ofSaved?.matches.length ?? 0) === 0) return;
    const message = arrived.at(-1)?.message ?? {};
    comparison.add(entityNameOf({ ...entity, message }), ofEdited.matches, ofSaved?.matches ?? []);
  };

  await gate.readStream(context, backtestScope, historyStatement(query), signal, async (pieces) => {
    for await (const entities of entitiesIn(readAhead(pieces))) {
      const factOf = await factsOf(gate, context, tenantId, entities);
      for (const part of partsByWindow(entities, () => windowMilliseconds)) {
        const earlier = await silences?.before(silentAtFirst(part, period));
        for (const entity of part) await replayEntity(entity, factOf(entity.entityId), earlier?.get(entity.entityId));
      }
    }
  });
  for await (const entities of silences?.lasting() ?? []) {
    for (const { entityId, fact, earlier } of entities) await replayEntity({ entityId, packets: [] }, fact, earlier);
  }
  return { packets, milliseconds, isComplete: trial.passedOver === 0 };
};
