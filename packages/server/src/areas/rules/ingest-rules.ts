import { ruleTypes } from '@cfs/contracts/rule-types';
import type { Services } from '../../platform/services.ts';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { readEntityFacts, type EntityFacts } from '../blocks/read-entity-facts.ts';
import {
  EvaluationPostponed,
  type AddedPacket,
  type IngestRules,
  type EvaluationBudget,
} from '../packets/ingest/added-packet.ts';
import { partsByWindow } from '../packets/history/read-past-packets.ts';
import type { RuleSet } from './conditions/compiled-rules.ts';
import { createRuleEngine, type RuleEngine } from './engine.ts';
import type { CompiledRule } from './evaluation/compile-rule.ts';
import { disorderMilliseconds } from './evaluation/count-occurrences.ts';
import type { Evaluation } from './evaluation/evaluate-rule.ts';
import { nameOfField } from './evaluation/entity-history.ts';
import { createEvaluationCosts, type EvaluationCosts } from './evaluation/evaluation-costs.ts';
import { createEvaluationTurns } from './evaluation/evaluation-turns.ts';
import type { RuleSubject } from './evaluation/rule-subject.ts';
import { countAndApply } from './count-and-apply.ts';
import { countsRuns } from './history/recall-interruptions.ts';
import { createWindowCache, lengthOf, type WindowCache, type WindowQuery } from './history/window-cache.ts';
import type { RuleEvaluations } from './occurrences/count-evaluations.ts';
import { lockMemories, type RuleMemories } from './occurrences/lock-memories.ts';
import { createPatternTurn } from './patterns/pattern-turn.ts';
import { settlePostponed } from './patterns/settle-postponed.ts';
import { subjectEntity } from './evaluation/subject-entity.ts';

/** The packets of one entity in one commit, in the order of their arrival. */
interface EntityPackets {
  readonly tenantId: string;
  readonly entityId: string;
  readonly sets: readonly RuleSet[];
  readonly packets: readonly AddedPacket[];
  /** All packets of the entity in the commit, including late ones, which no rule evaluates. */
  readonly added: readonly AddedPacket[];
  readonly subjects: readonly RuleSubject[];
  /** For each packet the rules that it may satisfy. */
  readonly candidates: readonly Iterable<CompiledRule>[];
}

const toSubject = (packet: AddedPacket, facts: EntityFacts): RuleSubject => {
  const { tenantId, entityId, timestamp, message, deviceId, origin } = packet;
  const fact = facts.of(tenantId, entityId);
  return {
    ...subjectEntity({ tenantId, entityId }, fact),
    timestamp,
    message,
    deviceId: deviceId ?? fact?.deviceId,
    origin,
  };
};

const groupByEntity = (packets: readonly AddedPacket[]): AddedPacket[][] => {
  const groups: AddedPacket[][] = [];
  for (const packet of packets) {
    const last = groups.at(-1);
    if (last?.[0]?.entityId === packet.entityId && last[0].tenantId === packet.tenantId) last.push(packet);
    else groups.push([packet]);
  }
  return groups;
};

/** For each packet, the rules that it may satisfy and the rules that remember something about its entity. */
const findCandidates = (
  subjects: readonly RuleSubject[],
  sets: readonly RuleSet[],
  remembering: readonly string[],
): readonly Iterable<CompiledRule>[] => {
  const unindexed = sets.length === 1 && remembering.length === 0 ? sets[0]?.unindexedPacketRules : undefined;
  if (unindexed) return subjects.map(() => unindexed);
  const remembered = remembering.flatMap((ruleId) => {
    const compiled = sets.map(({ byId }) => byId.get(ruleId)).find(Boolean);
    return compiled && isOverPackets(compiled) ? [compiled] : [];
  });
  return subjects.map((subject) => {
    const found = new Set<CompiledRule>();
    for (const { packetRules } of sets) packetRules.collect(subject, found);
    for (const compiled of remembered) found.add(compiled);
    return found;
  });
};

const isEmpty = (candidates: Iterable<CompiledRule>): boolean => candidates[Symbol.iterator]().next().done === true;

const isOverPackets = ({ rule: { ruleTypeId } }: CompiledRule): boolean =>
  ruleTypeId === ruleTypes.Ingestion || ruleTypeId === ruleTypes.History;

const timeOf = ({ timestamp }: AddedPacket): number => timestamp.getTime();

/** The window of history that the rules of an entity read; `undefined` if none looks back. */
const windowOf = (entity: EntityPackets): WindowQuery | undefined => {
  const { tenantId, entityId, packets, added, sets, candidates } = entity;
  if (!sets.some(({ readsHistory }) => readsHistory)) return undefined;
  const looking = new Set(candidates.flatMap((each) => [...each].filter((rule) => rule.windowMilliseconds > 0)));
  if (looking.size === 0) return undefined;
  const fields = [...looking].flatMap(({ windowFields }) => windowFields);
  return {
    tenantId,
    entityId,
    evaluated: new Set(packets.map(timeOf)),
    firstAdded: Math.min(...added.map(timeOf)),
    // A new run can be interrupted by packets up to the disorder before it, and by packets after the evaluated one.
    span: Math.max(
      ...[...looking].map((rule) => rule.windowMilliseconds + (countsRuns(rule) ? disorderMilliseconds : 0)),
    ),
    ahead: [...looking].some(countsRuns) ? 2 * disorderMilliseconds : 0,
    fields: [...new Map(fields.map((field) => [nameOfField(field), field])).values()],
  };
};

/** Cost of counting and applying one hit, in units of `EvaluationCosts`. */
const unitsPerHit = 5;

type PatternTurn = ReturnType<typeof createPatternTurn>;

interface Looking {
  readonly entity: EntityPackets;
  readonly window: WindowQuery | undefined;
}

/**
 * Evaluates each rule on each packet. Omits results in which no alternative holds or counts.
 *
 * @throws EvaluationPostponed for the packets of tenants whose rules cost more than their budget.
 */
const evaluateAll = async (
  db: ScopedDatabase,
  windows: WindowCache,
  entities: readonly EntityPackets[],
  memories: RuleMemories,
  patterns: PatternTurn,
  costs: EvaluationCosts,
): Promise<readonly RuleEvaluations[]> => {
  const looking = entities.map((entity): Looking => ({ entity, window: windowOf(entity) }));
  const parts = partsByWindow(looking, ({ window }) => (window ? lengthOf(window) : 0));
  const all: RuleEvaluations[] = [];
  for (const part of parts) all.push(...(await evaluatePart(db, windows, part, memories, patterns, costs)));
  return all;
};

const evaluatePart = async (
  db: ScopedDatabase,
  windows: WindowCache,
  part: readonly Looking[],
  memories: RuleMemories,
  patterns: PatternTurn,
  costs: EvaluationCosts,
): Promise<readonly RuleEvaluations[]> => {
  const queries = part.flatMap(({ window }) => window ?? []);
  for (const { tenantId } of queries) costs.requireBudget(tenantId);
  const turns = createEvaluationTurns(costs);
  const found = await windows.read(db, queries, turns);
  const read = new Map(found.map((past, index) => [queries[index], past]));
  for (const [index, { units }] of found.entries()) costs.add(queries[index]?.tenantId ?? '', units);
  const all: RuleEvaluations[] = [];
  for (const { entity: of, window } of part) {
    const { tenantId, entityId, subjects, candidates } = of;
    const samples = window && read.get(window)?.samples;
    const past = samples && window.ahead > 0 ? samples.copy() : undefined;
    const watched = { ...of, past, costs };
    turns.enter(tenantId);
    const byRule = new Map<CompiledRule, Evaluation<RuleSubject>[]>();
    for (const [index, plain] of subjects.entries()) {
      const subject = samples ? { ...plain, history: samples } : plain;
      const time = subject.timestamp.getTime();
      for (const compiled of candidates[index] ?? []) {
        if (!compiled.isInScope(plain)) continue;
        if (turns.isDue()) await turns.take();
        if (compiled.windowFields.length > 0) await samples?.prepare?.(compiled.windowFields, turns);
        const truths = patterns.truths(compiled, subject);
        const holds = truths.includes(true);
        if (!holds && !(compiled.counts && truths.includes(false))) continue;
        const known = byRule.get(compiled) ?? [];
        byRule.set(compiled, known);
        known.push({ time, truths, input: plain });
      }
      samples?.add({ time, message: plain.message, bytes: 0 });
    }
    for (const [compiled, evaluations] of byRule) {
      const holds = evaluations.some(({ truths }) => truths.includes(true));
      const key = { tenantId, subjectId: entityId, ruleId: compiled.rule.ruleId };
      if (!holds && !memories.get(key)) continue;
      const inTime = evaluations.filter(({ time }) => compiled.isInTime(time));
      if (inTime.length > 0)
        all.push({ tenantId, subjectId: entityId, compiled, evaluations: inTime, packets: watched, depth: 0 });
    }
  }
  turns.end();
  return all;
};

const groupEntities = async (
  db: ScopedDatabase,
  rulesOf: ReadonlyMap<string, readonly RuleSet[]>,
  added: readonly AddedPacket[],
) => {
  const setsOf = (tenantId: string): readonly RuleSet[] => rulesOf.get(tenantId) ?? [];
  const groups = groupByEntity(added).flatMap((ofEntity) => {
    const packets = ofEntity.filter(({ timing }) => timing !== 'late');
    return packets.length > 0 ? [{ added: ofEntity, packets }] : [];
  });
  const facts = await readEntityFacts(
    db,
    groups.flatMap(({ packets: [first] }) => {
      return first && setsOf(first.tenantId).some((set) => set.readsEntity) ? [first] : [];
    }),
  );
  const memories = await lockMemories(
    db,
    groups.flatMap(({ packets: [first] }) =>
      first && setsOf(first.tenantId).some((set) => set.counts)
        ? [{ tenantId: first.tenantId, subjectId: first.entityId }]
        : [],
    ),
  );
  const entities = groups.flatMap(({ added, packets }): EntityPackets[] => {
    const [first] = packets;
    if (!first) return [];
    const { tenantId, entityId } = first;
    const sets = setsOf(tenantId);
    const subjects = packets.map((packet) => toSubject(packet, facts));
    const candidates = findCandidates(subjects, sets, memories.rulesOf({ tenantId, subjectId: entityId }));
    if (candidates.every((each) => isEmpty(each))) return [];
    return [{ tenantId, entityId, sets, added, packets, subjects, candidates }];
  });
  return { entities, memories };
};

const evaluatePackets = async (
  services: Pick<Services, 'gate' | 'clock' | 'work' | 'log' | 'metrics' | 'snapshot'>,
  engine: RuleEngine,
  windows: WindowCache,
  rulesOf: ReadonlyMap<string, readonly RuleSet[]>,
  db: ScopedDatabase,
  context: Context,
  added: readonly AddedPacket[],
  budget: EvaluationBudget | undefined,
): Promise<void> => {
  const { entities, memories } = await groupEntities(db, rulesOf, added);
  if (entities.length === 0) return;
  const { answers, thread } = engine;
  const patterns = createPatternTurn(answers);
  const costs = createEvaluationCosts(added, budget);
  const evaluated = await evaluateAll(db, windows, entities, memories, patterns, costs);
  const { postponed } = patterns;
  if (postponed.length > 0) {
    throw new EvaluationPostponed(
      postponed.map(({ subject }) => subject),
      () => settlePostponed(services, thread, answers, postponed),
    );
  }
  for (const { tenantId, evaluations } of evaluated)
    costs.add(tenantId, unitsPerHit * evaluations.filter(({ truths }) => truths.includes(true)).length);
  for (const { tenantId } of evaluated) costs.requireBudget(tenantId);
  await countAndApply(services, db, context, rulesOf, evaluated, memories);
  costs.finish();
};

/**
 * Runs the rules of each packet's tenant, and those of all tenants, on the packets that were actually added, per entity
 * in the order given. Late packets are not evaluated. The memories of rules are stored in the database and locked for
 * the transaction, so that any number of nodes may evaluate packets of one entity at the same time. Each node compiles
 * the rules once and finds them through an index. Patterns that may take long are matched on another thread, between
 * two attempts of the transaction. A rule whose patterns take too long is taken out of service.
 */
export const createIngestRules = (
  services: Pick<Services, 'gate' | 'clock' | 'work' | 'log' | 'metrics' | 'snapshot'>,
  engine: RuleEngine = createRuleEngine(services),
): IngestRules => {
  const windows = createWindowCache(services.clock);
  return {
    async hold(db, tenantIds) {
      const rulesOf = await engine.compiled.of(db, [...tenantIds].sort());
      const isWatching = (tenantId: string): boolean => (rulesOf.get(tenantId) ?? []).some((set) => set.watchesPackets);
      return {
        async evaluate(context, added, budget) {
          const watched = added.filter(({ tenantId }) => isWatching(tenantId));
          if (watched.some(({ timing }) => timing !== 'late'))
            await evaluatePackets(services, engine, windows, rulesOf, db, context, watched, budget);
        },
      };
    },
  };
};
