import type { Services } from '../../platform/services.ts';
import { readBlockFacts, type BlockFacts } from '../blocks/block-facts.ts';
import type { AddedPacket, IngestRules } from '../packets/added-packet.ts';
import { applyHits, type RuleHits } from './apply-hits.ts';
import type { CompiledRule } from './compile-rule.ts';
import { createCompiledRules } from './compiled-rules.ts';
import type { Hit } from './follow-episodes.ts';
import { keyText } from './match-writes.ts';
import { holdOccurrences, type OccurrenceKey, type OccurrenceStates } from './occurrence-states.ts';
import type { RuleSubject } from './rule-subject.ts';

interface Evaluation {
  readonly subject: RuleSubject;
  readonly rules: readonly CompiledRule[];
}

const toSubject = (packet: AddedPacket, facts: BlockFacts): RuleSubject => {
  const { tenantId, entityId, timestamp, message, deviceId } = packet;
  const fact = facts.of(tenantId, entityId);
  return {
    tenantId,
    entityId,
    timestamp,
    message,
    deviceId,
    subscriptionId: fact?.subscriptionId,
    entityName: fact?.name,
  };
};

const patternKeys = (evaluations: readonly Evaluation[]): OccurrenceKey[] =>
  evaluations.flatMap(({ subject, rules }) =>
    rules
      .filter((compiled) => compiled.patterns.length > 0 && compiled.applies(subject))
      .flatMap(({ rule, patterns }) =>
        patterns.map((conditionIndex) => ({
          tenantId: subject.tenantId,
          ruleId: rule.ruleId,
          subjectId: subject.entityId,
          conditionIndex,
        })),
      ),
  );

const matches = ({ rule, matches: holds }: CompiledRule, subject: RuleSubject, memories: OccurrenceStates): boolean =>
  holds(subject, (conditionIndex, counter, held) => {
    const key = { tenantId: subject.tenantId, ruleId: rule.ruleId, subjectId: subject.entityId, conditionIndex };
    const before = memories.get(key);
    const { counts, state } = counter(before, held, subject.timestamp.getTime());
    if (state !== before) memories.set(key, state);
    return counts;
  });

const findHits = (evaluations: readonly Evaluation[], memories: OccurrenceStates): RuleHits[] => {
  const found = new Map<string, RuleHits & { hits: Hit<RuleSubject>[] }>();
  for (const { subject, rules } of evaluations) {
    for (const compiled of rules) {
      if (!matches(compiled, subject, memories)) continue;
      const { rule } = compiled;
      const key = { tenantId: subject.tenantId, ruleId: rule.ruleId, subjectId: subject.entityId };
      const text = keyText(key);
      const hit = { time: subject.timestamp.getTime(), packet: subject };
      const earlier = found.get(text);
      if (earlier) earlier.hits.push(hit);
      else found.set(text, { ...key, rule, hits: [hit] });
    }
  }
  return [...found.values()];
};

/**
 * Runs the Ingestion rules of each packet's tenant, and those of all tenants, on packets that were really added, in
 * the order given. A late packet is looked at by none. What rules remember lives in the database and is held for the
 * transaction, so any number of nodes may take packets of one entity at once; on each node the rules are compiled once.
 */
export const createIngestRules = ({ work, log }: Pick<Services, 'work' | 'log'>): IngestRules => {
  const compiled = createCompiledRules(log);
  return {
    async hold(db, tenantIds) {
      const rulesOf = await compiled.of(db, [...tenantIds].sort());
      return {
        async evaluate(context, added) {
          const watched = added.filter(
            ({ timing, tenantId }) => timing !== 'late' && (rulesOf.get(tenantId)?.length ?? 0) > 0,
          );
          if (watched.length === 0) return;
          const asked = watched.filter((packet) => rulesOf.get(packet.tenantId)?.some((rule) => rule.looksAtEntity));
          const facts = await readBlockFacts(db, asked);
          const evaluations = watched.map((packet) => ({
            subject: toSubject(packet, facts),
            rules: rulesOf.get(packet.tenantId) ?? [],
          }));
          const memories = await holdOccurrences(db, patternKeys(evaluations), context.clock.now());
          const hits = findHits(evaluations, memories);
          await memories.save();
          await applyHits(work, db, context, hits);
        },
      };
    },
  };
};
