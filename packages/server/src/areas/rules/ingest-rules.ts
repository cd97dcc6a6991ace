import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { Services } from '../../platform/services.ts';
import { readBlockFacts, type BlockFacts } from '../blocks/read-block-facts.ts';
import { EvaluationPostponed, type AddedPacket, type IngestRules } from '../packets/added-packet.ts';
import { applyHits, type RuleHits } from './matches/apply-hits.ts';
import type { CompiledRule } from './conditions/compile-rule.ts';
import { createCompiledRules } from './conditions/compiled-rules.ts';
import type { Hit } from './matches/follow-episodes.ts';
import { keyText } from './matches/match-writes.ts';
import { holdOccurrences, type OccurrenceKey, type OccurrenceStates } from './occurrences/hold-occurrences.ts';
import { createPatternAnswers } from './patterns/pattern-answers.ts';
import { createPatternThread } from './patterns/pattern-thread.ts';
import { createPatternTurn } from './patterns/pattern-turn.ts';
import type { RuleSubject } from './conditions/rule-subject.ts';
import { settlePostponed } from './patterns/settle-postponed.ts';
import { withdrawRule } from './changes/withdraw-rule.ts';

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

type PatternTurn = ReturnType<typeof createPatternTurn>;

const matches = (
  compiled: CompiledRule,
  subject: RuleSubject,
  memories: OccurrenceStates,
  patterns: PatternTurn,
): boolean =>
  patterns.evaluate(compiled, subject, (test) =>
    compiled.matches(
      subject,
      (conditionIndex, counter, held) => {
        const { tenantId, entityId: subjectId, timestamp } = subject;
        const key = { tenantId, ruleId: compiled.rule.ruleId, subjectId, conditionIndex };
        const before = memories.get(key);
        const { counts, state } = counter(before, held, timestamp.getTime());
        if (state !== before) memories.set(key, state);
        return counts;
      },
      test,
    ),
  );

/** Milliseconds after which evaluation lets the event loop turn. */
const turnMilliseconds = 10;

const findHits = async (
  evaluations: readonly Evaluation[],
  memories: OccurrenceStates,
  patterns: PatternTurn,
): Promise<RuleHits[]> => {
  const found = new Map<string, RuleHits & { hits: Hit<RuleSubject>[] }>();
  let began = performance.now();
  for (const { subject, rules } of evaluations) {
    for (const compiled of rules) {
      if (performance.now() - began > turnMilliseconds) {
        await turnOfTheLoop();
        began = performance.now();
      }
      if (!matches(compiled, subject, memories, patterns)) continue;
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
 * Patterns that may take long are matched on another thread, between two tries of the transaction; a rule whose
 * patterns take too long is taken out of service.
 */
export const createIngestRules = (
  services: Pick<Services, 'gate' | 'clock' | 'work' | 'log' | 'metrics'>,
): IngestRules => {
  const { work, log } = services;
  const answers = createPatternAnswers();
  const thread = createPatternThread();
  // Not waited for: the transaction that found the rule holds the epoch that taking it out raises.
  const compiled = createCompiledRules(log, (rule, reason) => {
    withdrawRule(services, rule, reason).catch((error: unknown) =>
      log.error({ err: error, ruleId: rule.ruleId }, 'a rule could not be taken out of service'),
    );
  });
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
          const patterns = createPatternTurn(answers);
          const hits = await findHits(evaluations, memories, patterns);
          const { postponed } = patterns;
          if (postponed.length > 0) {
            throw new EvaluationPostponed(
              postponed.map(({ subject }) => subject),
              () => settlePostponed(services, thread, answers, postponed),
            );
          }
          await memories.save();
          await applyHits(work, db, context, hits);
        },
      };
    },
  };
};
