import { packetLimits } from '@cfs/contracts/packets';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { AddedPacket } from '../../packets/added-packet.ts';
import { readPastPackets, type StoredPacket } from '../../packets/read-past-packets.ts';
import type { CompiledRule } from '../evaluation/compile-rule.ts';
import { disorderMilliseconds } from '../evaluation/count-occurrences.ts';
import { createEntityHistory } from '../evaluation/entity-history.ts';
import { countEvaluation, type RuleMemory } from '../evaluation/evaluate-rule.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import { createTrial } from '../patterns/trial.ts';

/** Packets of one entity that are evaluated. */
export interface WatchedPackets {
  readonly tenantId: string;
  readonly entityId: string;
  readonly packets: readonly AddedPacket[];
  readonly subjects: readonly RuleSubject[];
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

const queryOf = ({ packets: of, compiled, times }: Recalling) => {
  const first = Math.min(...times);
  const from = first - disorderMilliseconds;
  return {
    tenantId: of.tenantId,
    entityId: of.entityId,
    from: from - compiled.windowMilliseconds,
    to: first + 2 * disorderMilliseconds,
    needsValueAlone: false,
    since: from,
  };
};

/**
 * What interrupted runs of rules that begin to count: nothing is remembered before, so the packets that arrived
 * before and lie within the disorder are looked at again. Regular expressions that take long are passed over.
 */
export const recallInterruptions = async (
  db: ScopedDatabase,
  beginning: readonly BeginningRule[],
): Promise<readonly (RuleMemory | undefined)[]> => {
  const asking = beginning.filter(
    (each): each is Recalling =>
      each.packets !== undefined && each.compiled.counters.some((counter) => counter?.countsRuns),
  );
  const queries = asking.map(queryOf);
  const found = await readPastPackets(db, queries);
  const trial = createTrial();
  const memories = new Map(
    asking.map((each, index): [BeginningRule, RuleMemory] => {
      const { packets: of, compiled } = each;
      const present = new Set(of.packets.map(({ timestamp }) => timestamp.getTime()));
      const replays = of.packets.some(({ timing }) => timing === 'replayed');
      const past = (found[index] ?? []).filter(({ time }) => !present.has(time));
      const history = createEntityHistory(past);
      let memory: RuleMemory = [];
      const [subject] = of.subjects;
      for (const packet of past) {
        const { time, message } = packet;
        if (!subject || time <= (queries[index]?.since ?? 0) || !wasWatched(packet, compiled, replays)) continue;
        if (!compiled.isInTime(time)) continue;
        const truths = trial.truths(compiled, { ...subject, timestamp: new Date(time), message, history });
        const interruptions = truths.map((truth) => (truth === false ? false : undefined));
        memory = countEvaluation({ counters: compiled.counters }, memory, {
          time,
          truths: interruptions,
          input: subject,
        }).memory;
      }
      return [each, memory];
    }),
  );
  return beginning.map((each) => memories.get(each));
};
