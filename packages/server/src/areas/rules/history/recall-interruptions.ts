import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { AddedPacket } from '../../packets/ingest/added-packet.ts';
import { partsByWindow, readPastPackets, type StoredPacket } from '../../packets/history/read-past-packets.ts';
import type { CompiledRule } from '../evaluation/compile-rule.ts';
import { disorderMilliseconds } from '../evaluation/count-occurrences.ts';
import type { GrowingHistory } from '../evaluation/entity-history.ts';
import { readUnits, type EvaluationCosts } from '../evaluation/evaluation-costs.ts';
import { createEvaluationTurns, type EvaluationTurns } from '../evaluation/evaluation-turns.ts';
import { countEvaluation, type RuleMemory } from '../evaluation/evaluate-rule.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import { wasWatched } from '../evaluation/was-watched.ts';
import { createTrial } from '../patterns/trial.ts';

/** Packets of one entity that are evaluated. */
export interface WatchedPackets {
  readonly tenantId: string;
  readonly entityId: string;
  readonly packets: readonly AddedPacket[];
  readonly subjects: readonly RuleSubject[];
  /**
   * The history around the packets that windows read, without the packets themselves; `undefined` if no rule looks
   * back.
   */
  readonly past: Pick<GrowingHistory, 'samples' | 'prepare'> | undefined;
  readonly costs: EvaluationCosts;
}

/** A rule that begins to count about a subject. */
export interface BeginningRule {
  /** `undefined` if no packets are evaluated. */
  readonly packets: WatchedPackets | undefined;
  readonly compiled: CompiledRule;
  /** When it was evaluated. */
  readonly times: readonly number[];
}

type Recalling = BeginningRule & { readonly packets: WatchedPackets };

/** Whether the rule has evaluated a stored packet. */
const wasLookedAt = (packet: StoredPacket, compiled: CompiledRule, replays: boolean): boolean =>
  wasWatched(packet, replays) && packet.receivedAt >= (compiled.rule.countsSince?.getTime() ?? 0);

/** Whether packets that do not satisfy the rule interrupt its counts. */
export const countsRuns = ({ counters }: Pick<CompiledRule, 'counters'>): boolean =>
  counters.some((counter) => counter?.countsRuns);

/** The times, both excluded, between which packets can interrupt runs of a rule that begins to count. */
const spanOf = ({ times }: Recalling) => {
  const first = Math.min(...times);
  return { from: first - disorderMilliseconds, to: first + 2 * disorderMilliseconds };
};

/** Rules whose spans are covered by one read of an entity's packets. */
interface SharedSpan {
  readonly packets: WatchedPackets;
  readonly asking: readonly Recalling[];
  readonly from: number;
  readonly to: number;
}

/**
 * Lets rules that begin at about the same time share a read. A union longer than two spans is read separately, because
 * one read leaves out the oldest packets beyond a limit.
 */
const sharedSpans = (asking: readonly Recalling[]): readonly SharedSpan[] =>
  [...Map.groupBy(asking, ({ packets }) => packets)].flatMap(([packets, ofEntity]) => {
    const shared: { packets: WatchedPackets; asking: Recalling[]; from: number; to: number }[] = [];
    const spans = ofEntity.map((each) => ({ each, ...spanOf(each) }));
    for (const { each, from, to } of spans.sort((one, other) => one.from - other.from)) {
      const last = shared.at(-1);
      if (last && from <= last.to && to - last.from <= 2 * (to - from)) {
        last.asking.push(each);
        last.to = to;
      } else shared.push({ packets, asking: [each], from, to });
    }
    return shared;
  });

/** Evaluates one rule on the packets that may interrupt its runs. */
const recall = async (
  { packets: of, compiled, times }: Recalling,
  around: readonly StoredPacket[],
  trial: ReturnType<typeof createTrial>,
  turns: EvaluationTurns,
): Promise<RuleMemory> => {
  const { from, to } = spanOf({ packets: of, compiled, times });
  const replays = of.packets.some(({ timing }) => timing === 'replayed');
  const [subject] = of.subjects;
  let memory: RuleMemory = [];
  if (compiled.windowFields.length > 0) await of.past?.prepare?.(compiled.windowFields, turns);
  for (const packet of around) {
    if (turns.isDue()) await turns.take();
    const { time, message } = packet;
    if (!subject || time <= from || time > to || !wasLookedAt(packet, compiled, replays)) continue;
    if (!compiled.isInTime(time)) continue;
    const truths = trial.truths(compiled, { ...subject, timestamp: new Date(time), message, history: of.past });
    const interruptions = truths.map((truth) => (truth === false ? false : undefined));
    const { counters } = compiled;
    memory = countEvaluation({ counters }, memory, { time, truths: interruptions, input: subject }).memory;
  }
  return memory;
};

/**
 * Finds the interruptions of runs of rules that begin to count. Such a rule has no memory yet, so the packets that
 * arrived before and lie within the disorder are evaluated again. Regular expressions that take long are skipped.
 *
 * @throws EvaluationPostponed if that exceeds the budget of the packets' tenant.
 */
export const recallInterruptions = async (
  db: ScopedDatabase,
  beginning: readonly BeginningRule[],
): Promise<readonly (RuleMemory | undefined)[]> => {
  const asking = beginning.filter((each): each is Recalling => each.packets !== undefined && countsRuns(each.compiled));
  const [first] = asking;
  const memories = new Map<BeginningRule, RuleMemory>();
  if (!first) return beginning.map(() => undefined);
  const trial = createTrial();
  const turns = createEvaluationTurns(first.packets.costs);
  for (const part of partsByWindow(sharedSpans(asking), ({ from, to }) => to - from)) {
    for (const { packets } of part) packets.costs.requireBudget(packets.tenantId);
    const found = await readPastPackets(
      db,
      part.map(({ packets: { tenantId, entityId }, from, to }) => ({ tenantId, entityId, from, to })),
    );
    for (const [index, { packets: of, asking: sharing }] of part.entries()) {
      const packets = found[index] ?? [];
      const present = new Set(of.packets.map(({ timestamp }) => timestamp.getTime()));
      const around = packets.filter(({ time }) => !present.has(time));
      of.costs.add(of.tenantId, readUnits(packets.map(({ bytes }) => bytes)));
      turns.enter(of.tenantId);
      for (const each of sharing) memories.set(each, await recall(each, around, trial, turns));
    }
    turns.end();
  }
  return beginning.map((each) => memories.get(each));
};
