import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { CompiledRule } from '../evaluation/compile-rule.ts';
import { countEvaluation, type Evaluation, type RuleMemory } from '../evaluation/evaluate-rule.ts';
import type { Hit } from '../evaluation/follow-episodes.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import { recallInterruptions, type WatchedPackets } from '../history/recall-interruptions.ts';
import type { RuleHits } from '../matches/apply-hits.ts';
import type { MemoryKey, RuleMemories } from './lock-memories.ts';

/** The evaluations of one rule about one subject, in order of arrival. */
export interface RuleEvaluations {
  readonly tenantId: string;
  /** The subject of a match. */
  readonly subjectId: string;
  readonly compiled: CompiledRule;
  readonly evaluations: readonly Evaluation<RuleSubject>[];
  /** The packets that were evaluated; `undefined` for other inputs. */
  readonly packets: WatchedPackets | undefined;
  /** How many matches led to the evaluations; 0 for packets and timers. */
  readonly depth: number;
}

const keyOf = ({ tenantId, subjectId, compiled }: RuleEvaluations): MemoryKey => ({
  tenantId,
  subjectId,
  ruleId: compiled.rule.ruleId,
});

/** Creates the memories of rules that begin to count about a subject, with the interruptions of runs just before. */
const beginMemories = async (
  db: ScopedDatabase,
  evaluated: readonly RuleEvaluations[],
  memories: RuleMemories,
  now: Date,
): Promise<void> => {
  const beginning = evaluated.filter(
    (each) =>
      !memories.get(keyOf(each)) &&
      each.evaluations.some(({ truths }) =>
        each.compiled.counters.some((counter, index) => counter && truths[index] === true),
      ),
  );
  await memories.begin(beginning.map(keyOf), now);
  const interrupted = await recallInterruptions(
    db,
    beginning.map(({ packets, compiled, evaluations }) => ({
      packets,
      compiled,
      times: evaluations.map(({ time }) => time),
    })),
  );
  for (const [index, each] of beginning.entries()) {
    const before = interrupted[index];
    if (before && (memories.get(keyOf(each)) ?? []).length === 0) memories.set(keyOf(each), before);
  }
};

const countAll = (evaluated: readonly RuleEvaluations[], memories: RuleMemories): RuleHits[] =>
  evaluated.flatMap((each) => {
    const { tenantId, subjectId, compiled, evaluations, depth } = each;
    const key = keyOf(each);
    const before = memories.get(key);
    let memory: RuleMemory = before ?? [];
    const hits: Hit<RuleSubject>[] = [];
    for (const evaluation of evaluations) {
      const counted = countEvaluation(compiled, memory, evaluation);
      memory = counted.memory;
      hits.push(...counted.hits);
    }
    if (before) memories.set(key, memory);
    return hits.length === 0 ? [] : [{ tenantId, ruleId: compiled.rule.ruleId, subjectId, compiled, hits, depth }];
  });

/** Counts evaluations. Returns the hits, and stores the memories of the rules. */
export const countEvaluations = async (
  db: ScopedDatabase,
  context: Context,
  evaluated: readonly RuleEvaluations[],
  memories: RuleMemories,
): Promise<readonly RuleHits[]> => {
  const now = context.clock.now();
  await beginMemories(db, evaluated, memories, now);
  const hits = countAll(evaluated, memories);
  await memories.save(now);
  return hits;
};
