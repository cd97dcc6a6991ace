import type { PacketMessage } from '@cfs/contracts/packets';
import { absenceSubject } from '../evaluation/absence-subject.ts';
import { absencesOf, type CompiledRule } from '../evaluation/compile-rule.ts';
import type { Truth } from '../evaluation/count-occurrences.ts';
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
  /** Whether rules evaluated it when it arrived. */
  readonly isWatched: boolean;
}

/** Minutes of an absence that are evaluated before the replay yields. */
const ticksAtATime = 60;

type Trial = ReturnType<typeof createTrial>;

/** The properties that are the same for all packets of an entity. */
export type ReplayedEntity = Omit<RuleSubject, 'timestamp' | 'message' | 'history' | 'silentMilliseconds'>;

const valueOf = ({ message: { Value }, silentMilliseconds }: RuleSubject): string | null => {
  if (silentMilliseconds !== undefined || Value === undefined || Value === null) return null;
  return String(Value);
};

/**
 * Replays one rule over the packets of one entity, in order of arrival, with the evaluator of ingest. Packets, the
 * ticks of absence and the ends of lifetimes are processed at their times.
 */
export const createReplay = (
  compiled: CompiledRule,
  entity: ReplayedEntity,
  trial: Trial,
  { from, to }: { readonly from: number; readonly to: number },
) => {
  const absences = absencesOf(compiled);
  const history = compiled.windowMilliseconds > 0 ? createEntityHistory() : undefined;
  const isEnclosed = compiled.isInScope(entity);
  const follower = followMatches<RuleSubject>(compiled, entity.entityId, valueOf);
  let last: RuleSubject | undefined;
  let reached = from;
  /**
   * By the index of the alternative. Until the next packet the conditions see the same data, so all ticks have the same
   * truths.
   */
  const truthsInSilence = new Map<number, readonly Truth[]>();

  const readTruths = (subject: RuleSubject, index: number): readonly Truth[] => {
    const known = truthsInSilence.get(index);
    if (known) return known;
    const truths = trial
      .truths(compiled, { ...subject, history })
      .map((truth, place) => (place === index ? truth : undefined));
    truthsInSilence.set(index, truths);
    return truths;
  };

  return {
    /**
     * Evaluates the ticks of absence up to a moment of the server's time, at most an hour of them. Returns whether it
     * has reached the moment; later input may only be evaluated then.
     */
    tick(until: number): boolean {
      if (!last || absences.length === 0) return true;
      const at = last.timestamp.getTime();
      const next = Math.min(...absences.map(({ span }) => nextTick(at, span, reached)));
      const end = Math.min(until, next + ticksAtATime * tickMilliseconds);
      const due: { time: number; truths: readonly Truth[] }[] = [];
      for (const { index, span } of absences) {
        const first = nextTick(at, span, reached);
        if (first > end) continue;
        const truths = readTruths(absenceSubject(last, first), index);
        if (!compiled.counts && !truths.includes(true)) continue;
        // Each minute separately, as a timer that is on time would evaluate it.
        for (let time = first; time <= end; time += tickMilliseconds) due.push({ time, truths });
      }
      for (const { time, truths } of due.sort((one, other) => one.time - other.time))
        follower.evaluate({ ...absenceSubject(last, time), timestamp: new Date(time) }, truths, time);
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
      truthsInSilence.clear();
      history?.add({ time, message });
      if (!last || last.timestamp.getTime() < time) last = plain;
    },
    /** The matches at the end of the period. */
    finish: (): readonly ReplayedMatch[] => follower.finish(to),
  };
};
