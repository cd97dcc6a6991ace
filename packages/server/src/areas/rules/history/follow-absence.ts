import { windowOperandIds } from '@cfs/contracts/rule-left-operands';
import type { TimerHandler } from '../../../platform/durable-work/step-handler.ts';
import type { Services } from '../../../platform/services.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { readEntityFacts } from '../../blocks/read-entity-facts.ts';
import { findNextLastPacket } from '../../packets/history/find-last-packets.ts';
import { findIntakeWait } from '../../packets/ingest/find-intake-wait.ts';
import { findSpoolWaits } from '../../packets/ingest/find-spool-waits.ts';
import { partsByWindow, readPastPackets } from '../../packets/history/read-past-packets.ts';
import { countAndApply } from '../count-and-apply.ts';
import { absenceSubject } from '../evaluation/absence-subject.ts';
import { absencesOf, type CompiledCondition, type CompiledRule } from '../evaluation/compile-rule.ts';
import { createEntityHistory, type EntityHistory } from '../evaluation/entity-history.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import { createTrial } from '../patterns/trial.ts';
import { lockMemories } from '../occurrences/lock-memories.ts';
import type { RuleEvaluations } from '../occurrences/count-evaluations.ts';
import { findTimedRule } from '../timers/find-timed-rule.ts';
import { deleteProgress, readProgress, storeProgress } from '../timers/rule-progress.ts';
import { absenceTicks, nextTick, tickMilliseconds } from './absence-ticks.ts';
import { findSilent, type SilentEntity } from './find-silent.ts';
import { subjectEntity } from '../evaluation/subject-entity.ts';

/** Minimum milliseconds between two runs of the timer when entities fall silent one after the other. */
const shortestPause = 1_000;

/** Most silent entities whose hits are each evaluated at their own time. */
const maxFollowed = 1_000;

interface DueTick {
  readonly entity: SilentEntity;
  readonly index: number;
  readonly time: number;
}

/** An entity whose silence is evaluated. */
interface LastingAbsence {
  /** Its last packet. */
  readonly subject: RuleSubject;
  /** Its hits within the time limitations. */
  readonly ticks: readonly DueTick[];
  readonly needsWindow: boolean;
}

/** Whether the result of an alternative depends on its windows: none of its other conditions fails. */
const dependsOnWindow = ({ alternatives }: CompiledRule, index: number, subject: RuleSubject): boolean => {
  const conditions = alternatives[index]?.conditions ?? [];
  const isOverWindow = ({ condition }: CompiledCondition): boolean => windowOperandIds.has(condition.LeftOperand);
  return (
    conditions.some(isOverWindow) &&
    conditions.every(
      (each) =>
        isOverWindow(each) || each.patternTest(subject) !== undefined || each.truth(subject, undefined) !== false,
    )
  );
};

/** Reads the packets before the last ones that the windows of the rule need. */
const readWindows = async (
  db: ScopedDatabase,
  { windowMilliseconds, needsValueAlone }: CompiledRule,
  lasting: readonly LastingAbsence[],
): Promise<ReadonlyMap<LastingAbsence, EntityHistory>> => {
  const needing = lasting.filter(({ needsWindow }) => needsWindow);
  const found = await readPastPackets(
    db,
    needing.map(({ subject: { tenantId, entityId, timestamp } }) => {
      const to = timestamp.getTime();
      return { tenantId, entityId, from: to - windowMilliseconds, to, needsValueAlone };
    }),
  );
  return new Map(needing.map((each, at) => [each, createEntityHistory(found[at])]));
};

interface TenantAbsences {
  readonly evaluated: readonly RuleEvaluations[];
  /** When the next hit of an entity that is already silent is due, in milliseconds since 1970. */
  readonly next: number;
}

const evaluateTenant = async (
  db: ScopedDatabase,
  compiled: CompiledRule,
  tenantId: string,
  reached: number,
  now: number,
): Promise<TenantAbsences> => {
  const absences = absencesOf(compiled);
  const shortest = Math.min(...absences.map(({ span }) => span));
  const until = new Date(now - shortest);
  const silent = await findSilent(db, tenantId, until, until);
  const ticks = silent.flatMap((entity) =>
    absences
      .flatMap(({ index, span }): DueTick[] =>
        absenceTicks(entity.last.getTime(), span, reached, now).map((time) => ({ entity, index, time })),
      )
      .sort((one, other) => one.time - other.time),
  );
  // Each silence has its own ticks; if there are many, one run per minute finds all of them.
  const next =
    silent.length > maxFollowed
      ? Infinity
      : Math.min(...silent.flatMap(({ last }) => absences.map(({ span }) => nextTick(last.getTime(), span, now))));
  if (ticks.length === 0) return { evaluated: [], next };
  const due = [...new Set(ticks.map(({ entity }) => entity))];
  const waits = await findSpoolWaits(
    db,
    tenantId,
    due.map(({ entityId, last }) => ({
      entityId,
      due: new Date(last.getTime() + shortest),
      until: new Date(now),
    })),
  );
  const facts = await readEntityFacts(
    db,
    due.map(({ entityId }) => ({ tenantId, entityId })),
  );
  const lastPackets = await readPastPackets(
    db,
    due.map(({ entityId, last, hasPacket }) => ({
      tenantId,
      entityId,
      from: hasPacket ? last.getTime() - 1 : last.getTime(),
      to: last.getTime(),
      needsValueAlone: false,
    })),
  );
  const trial = createTrial();
  const ticksOf = Map.groupBy(ticks, ({ entity }) => entity);
  const lasting = due.flatMap((entity, at): LastingAbsence[] => {
    const { entityId, last, deviceId } = entity;
    const isWaiting = now < (waits.get(entityId) ?? 0);
    const fact = facts.of(tenantId, entityId);
    // Its device was deleted together with its heartbeat block.
    if (deviceId !== null && !fact) return [];
    if (isWaiting || !compiled.isInScope({ tenantId, subscriptionId: fact?.subscriptionId })) return [];
    const message = lastPackets[at]?.[0]?.message ?? {};
    const subject = { ...subjectEntity({ tenantId, entityId }, fact), timestamp: last, message };
    const inTime = (ticksOf.get(entity) ?? []).filter(({ time }) => compiled.isInTime(time));
    const needsWindow = inTime.some(({ time, index }) =>
      dependsOnWindow(compiled, index, absenceSubject(subject, time)),
    );
    return [{ subject, ticks: inTime, needsWindow }];
  });
  const evaluated: RuleEvaluations[] = [];
  for (const part of partsByWindow(lasting, (each) => (each.needsWindow ? compiled.windowMilliseconds : 0))) {
    const histories = await readWindows(db, compiled, part);
    for (const each of part) {
      const subject = { ...each.subject, history: histories.get(each) };
      const evaluations = each.ticks.map(({ time, index }, place, { length }) => {
        const looked = absenceSubject(subject, time);
        const truths = trial.truths(compiled, looked).map((truth, at) => (at === index ? truth : undefined));
        const input = { ...looked, timestamp: new Date(time), history: undefined };
        return { time, truths, input, actsWhenOver: place === length - 1 };
      });
      const subjectId = subject.entityId;
      evaluated.push({ tenantId, subjectId, compiled, evaluations, packets: undefined, depth: 0 });
    }
  }
  return { evaluated, next };
};

/**
 * Evaluates the absences of a rule that are due, and returns when the next one can be due
 * (docs/reference/rules.md#absence). The progress is stored with the hits, so that each absence counts once, whichever
 * node fires the timer.
 */
export const followAbsence: TimerHandler<
  Pick<Services, 'work' | 'gate' | 'clock' | 'log' | 'metrics' | 'snapshot'>
> = async (db, { context }, timer, services) => {
  const key = { tenantId: timer.tenantId, ruleId: timer.key };
  const timed = await findTimedRule(services, db, timer);
  if (!timed || absencesOf(timed.compiled).length === 0) {
    await deleteProgress(db, key);
    return undefined;
  }
  const { compiled, tenantIds, rulesOf } = timed;
  const now = context.clock.now();
  const progress = await readProgress(db, key);
  // The first run for a rule creates no hits.
  const intakeWait = progress && (await findIntakeWait(db, now));
  if (intakeWait) return intakeWait;
  const reached = progress ?? now;
  const shortest = Math.min(...absencesOf(compiled).map(({ span }) => span));
  let next = now.getTime() + tickMilliseconds;
  for (const tenantId of tenantIds) {
    const absences = await evaluateTenant(db, compiled, tenantId, reached.getTime(), now.getTime());
    const { evaluated } = absences;
    next = Math.min(next, absences.next);
    const memories = await lockMemories(
      db,
      compiled.counts ? evaluated.map(({ subjectId }) => ({ tenantId, subjectId })) : [],
    );
    await countAndApply(services, db, context, rulesOf, evaluated, memories);
    const oldest = await findNextLastPacket(db, tenantId, new Date(now.getTime() - shortest));
    if (oldest) next = Math.min(next, oldest.getTime() + shortest);
  }
  await storeProgress(db, { ...key, reached: now }, now, now.getTime() - timer.due.getTime());
  return new Date(Math.max(next, now.getTime() + shortestPause));
};
