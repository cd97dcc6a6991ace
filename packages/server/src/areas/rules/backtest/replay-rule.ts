import type { PacketMessage } from '@cfs/contracts/packets';
import { absenceSubject } from '../evaluation/absence-subject.ts';
import { absencesOf, type CompiledRule } from '../evaluation/compile-rule.ts';
import { createEntityHistory } from '../evaluation/entity-history.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import { nextTick, tickMilliseconds } from '../history/absence-ticks.ts';
import type { createTrial } from '../patterns/trial.ts';
import { followMatches, type ReplayedMatch } from './follow-matches.ts';

/** A stored packet as it arrived. */
export interface ReplayedPacket {
  readonly time: number;
  readonly receivedAt: number;
  readonly message: PacketMessage;
  /** Whether rules looked at it when it arrived. */
  readonly isWatched: boolean;
}

/** Minutes of an absence that are evaluated between two looks at the clock. */
const ticksAtATime = 60;

type Trial = ReturnType<typeof createTrial>;

/** What stays the same for all packets of an entity. */
export type ReplayedEntity = Omit<RuleSubject, 'timestamp' | 'message' | 'history' | 'silentMilliseconds'>;

const valueOf = ({ message: { Value }, silentMilliseconds }: RuleSubject): string | null => {
  if (silentMilliseconds !== undefined || Value === undefined || Value === null) return null;
  return String(Value);
};

/**
 * Replays one rule over the packets of one entity, in the order of their arrival, by the evaluator of ingest: packets,
 * the ticks of absence and the ends of lifetimes, each at its time.
 */
export const createReplay = (
  compiled: CompiledRule,
  entity: ReplayedEntity,
  trial: Trial,
  { from, to }: { readonly from: number; readonly to: number },
) => {
  const absences = absencesOf(compiled);
  const history = compiled.windowMilliseconds > 0 ? createEntityHistory() : undefined;
  const isEnclosed = compiled.encloses(entity);
  const follower = followMatches<RuleSubject>(compiled, entity.entityId, valueOf);
  let last: RuleSubject | undefined;
  let reached = from;

  return {
    /**
     * Evaluates the ticks of absence up to a moment of the server's time, an hour of them at most; answers whether it has
     * come to the moment. What follows is evaluated when it has.
     */
    tick(until: number): boolean {
      if (!last || absences.length === 0) return true;
      const at = last.timestamp.getTime();
      const next = Math.min(...absences.map(({ span }) => nextTick(at, span, reached)));
      const end = Math.min(until, next + ticksAtATime * tickMilliseconds);
      const due: { index: number; time: number }[] = [];
      for (const { index, span } of absences) {
        // Each minute by itself: a timer that was on time makes all of them.
        for (let time = nextTick(at, span, reached); time <= end; time += tickMilliseconds) due.push({ index, time });
      }
      for (const { index, time } of due.sort((one, other) => one.time - other.time)) {
        const looked = absenceSubject(last, time);
        const truths = trial
          .truths(compiled, { ...looked, history })
          .map((truth, place) => (place === index ? truth : undefined));
        const input = { ...looked, timestamp: new Date(time) };
        follower.evaluate(input, truths, time);
      }
      reached = Math.max(reached, end);
      return end >= until;
    },
    take({ time, receivedAt, message, isWatched }: ReplayedPacket): void {
      if (!isEnclosed) return;
      const plain: RuleSubject = { ...entity, timestamp: new Date(time), message };
      if (isWatched && time > from) {
        const input = history ? { ...plain, history } : plain;
        const truths = trial.truths(compiled, input);
        if (truths.some((truth) => truth !== undefined)) follower.evaluate(plain, truths, receivedAt);
      }
      history?.add({ time, message });
      if (!last || last.timestamp.getTime() < time) last = plain;
    },
    /** The matches by the end of the period. */
    finish: (): readonly ReplayedMatch[] => follower.finish(to),
  };
};
