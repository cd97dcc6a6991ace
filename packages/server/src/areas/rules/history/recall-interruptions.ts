import { packetLimits } from '@cfs/contracts/packets';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { AddedPacket } from '../../packets/added-packet.ts';
import { readPastPackets, type StoredPacket } from '../../packets/read-past-packets.ts';
import type { CompiledRule } from '../evaluation/compile-rule.ts';
import { disorderMilliseconds } from '../evaluation/count-occurrences.ts';
import type { EntityHistory } from '../evaluation/entity-history.ts';
import { readUnits, type EvaluationCosts } from '../evaluation/evaluation-costs.ts';
import { createEvaluationTurns, type EvaluationTurns } from '../evaluation/evaluation-turns.ts';
import { countEvaluation, type RuleMemory } from '../evaluation/evaluate-rule.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import { createTrial } from '../patterns/trial.ts';

/** Packets of one entity that are evaluated. */
export interface WatchedPackets {
  readonly tenantId: string;
  readonly entityId: string;
  readonly packets: readonly AddedPacket[];
  readonly subjects: readonly RuleSubject[];
  /** What windows look at around the packets, without them; `undefined` if no rule looks back. */
  readonly past: EntityHistory | undefined;
  readonly costs: EvaluationCosts;
}

/** A rule that begins to count about a subject. */
export interface BeginningRule {
  /** `undefined` where no packets are evaluated. */
  readonly packets: WatchedPackets | undefined;
  readonly compiled: CompiledRule;
  /** When it was evaluated. */
  readonly times: readonly number[];
}

type Recalling = BeginningRule & { readonly packets: WatchedPackets };

/** Whether rules have looked at a stored packet. */
const wasWatched = ({ time, receivedAt }: StoredPacket, compiled: CompiledRule, replays: boolean): boolean =>
  (replays || receivedAt - time <= packetLimits.lateAfterMilliseconds) &&
  receivedAt >= (compiled.rule.countsSince?.getTime() ?? 0);

/** Whether packets that do not satisfy the rule interrupt what it counts. */
export const countsRuns = ({ counters }: Pick<CompiledRule, 'counters'>): boolean =>
  counters.some((counter) => counter?.countsRuns);

/** The times, both excluded, between which packets interrupt runs of a rule that begins to count. */
const spanOf = ({ times }: Recalling) => {
  const first = Math.min(...times);
  return { from: first - disorderMilliseconds, to: first + 2 * disorderMilliseconds };
};

/** Reads the packets that may interrupt runs, once for each entity. */
const readAround = async (
  db: ScopedDatabase,
  asking: readonly Recalling[],
): Promise<ReadonlyMap<WatchedPackets, readonly StoredPacket[]>> => {
  const ofEntities = [...Map.groupBy(asking, ({ packets }) => packets)];
  for (const [{ costs, tenantId }] of ofEntities) costs.requireBudget(tenantId);
  const found = await readPastPackets(
    db,
    ofEntities.map(([{ tenantId, entityId }, ofEntity]) => {
      const spans = ofEntity.map(spanOf);
      return {
        tenantId,
        entityId,
        from: Math.min(...spans.map(({ from }) => from)),
        to: Math.max(...spans.map(({ to }) => to)),
      };
    }),
  );
  return new Map(
    ofEntities.map(([of], index) => {
      const packets = found[index] ?? [];
      of.costs.add(of.tenantId, readUnits(packets.map(({ bytes }) => bytes)));
      const present = new Set(of.packets.map(({ timestamp }) => timestamp.getTime()));
      return [of, packets.filter(({ time }) => !present.has(time))];
    }),
  );
};

/** What one rule says of the packets that may interrupt its runs. */
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
  for (const packet of around) {
    const { time, message } = packet;
    if (!subject || time <= from || time > to || !wasWatched(packet, compiled, replays)) continue;
    if (!compiled.isInTime(time)) continue;
    if (turns.isDue()) await turns.take();
    const truths = trial.truths(compiled, { ...subject, timestamp: new Date(time), message, history: of.past });
    const interruptions = truths.map((truth) => (truth === false ? false : undefined));
    const { counters } = compiled;
    memory = countEvaluation({ counters }, memory, { time, truths: interruptions, input: subject }).memory;
  }
  return memory;
};

/**
 * What interrupted runs of rules that begin to count: nothing is remembered before, so the packets that arrived
 * before and lie within the disorder are looked at again. Regular expressions that take long are passed over.
 *
 * @throws EvaluationPostponed where that exceeds the budget of the packets' tenant.
 */
export const recallInterruptions = async (
  db: ScopedDatabase,
  beginning: readonly BeginningRule[],
): Promise<readonly (RuleMemory | undefined)[]> => {
  const asking = beginning.filter((each): each is Recalling => each.packets !== undefined && countsRuns(each.compiled));
  const around = await readAround(db, asking);
  const trial = createTrial();
  const memories = new Map<BeginningRule, RuleMemory>();
  const [costs] = asking.map(({ packets }) => packets.costs);
  const turns = costs && createEvaluationTurns(costs);
  if (turns) {
    for (const each of asking) {
      turns.enter(each.packets.tenantId);
      memories.set(each, await recall(each, around.get(each.packets) ?? [], trial, turns));
    }
    turns.end();
  }
  return beginning.map((each) => memories.get(each));
};
