import { performance } from 'node:perf_hooks';
import { matchEndReasons } from '@cfs/contracts/rule-matches';
import { parseTimeSpan } from '@cfs/contracts/time-span';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Services } from '../../../platform/services.ts';
import { readEntityFacts, type EntityFacts } from '../../blocks/read-entity-facts.ts';
import { concernOf } from '../correlation/concerned-rules.ts';
import { beganWithinDisorder, correlationTruths, truthsInDisorder } from '../correlation/correlation-truths.ts';
import { namedRules, type CompiledRule } from '../evaluation/compile-rule.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import { maximumChainDepth } from '../matches/chain-ends.ts';
import type { MatchComparison } from './compare-matches.ts';
import { followMatches } from './follow-matches.ts';
import { createTimeSlices } from './time-slices.ts';
import { backtestScope, type Period, type ReplayCost, type TestedRules } from './replay-packets.ts';
import { tooMuch } from './too-much.ts';

/** Most stored matches that a back-test follows. */
const maxMatches = 50_000;

const spanOf = ({ rule }: CompiledRule): number => (parseTimeSpan(rule.correlation?.Span ?? '') ?? 0) * 1_000;

const readMatches = async (
  db: ScopedDatabase,
  context: Context,
  tenantId: string,
  ruleIds: readonly string[],
  { from, to }: Period,
) => {
  const rows = await db
    .selectFrom('rule_matches')
    .select(['rule_id', 'subject_id', 'label', 'created', 'first_match', 'expires', 'ended', 'end_reason', 'depth'])
    .where('tenant_id', '=', tenantId)
    .where('rule_id', 'in', ruleIds)
    .where('expires', '>', new Date(from))
    .where('created', '<=', new Date(to))
    .where(inScope(context, backtestScope, 'rule_matches.tenant_id'))
    .orderBy('first_match')
    .limit(maxMatches + 1)
    .execute();
  if (rows.length > maxMatches) throw tooMuch('The rules of the conditions have too many matches.');
  return rows;
};

type StoredMatch = Awaited<ReturnType<typeof readMatches>>[number];

/** The begin or the end of a stored match. */
interface MatchEvent {
  readonly match: StoredMatch;
  readonly what: 'began' | 'ended';
  readonly moment: Date;
  /** When the server recorded it, in milliseconds since 1970. */
  readonly noticed: number;
}

const endedByTime: ReadonlySet<number | null> = new Set([matchEndReasons.Expired, matchEndReasons.ByHand]);

/**
 * Events in the order in which the server recorded them. A match that was already over when found has none; a
 * superseded match has no end.
 */
const eventsOf = (matches: readonly StoredMatch[], { from, to }: Period): readonly MatchEvent[] =>
  matches
    .flatMap((match): MatchEvent[] => {
      if (match.end_reason === matchEndReasons.OverWhenFound) return [];
      const began: MatchEvent = {
        match,
        what: 'began',
        moment: match.first_match,
        noticed: match.created.getTime(),
      };
      if (!match.ended || !endedByTime.has(match.end_reason)) return [began];
      const moment = match.end_reason === matchEndReasons.ByHand ? match.ended : match.expires;
      return [began, { match, what: 'ended', moment, noticed: match.ended.getTime() }];
    })
    .filter(({ noticed }) => noticed > from && noticed <= to)
    .toSorted((one, other) => one.noticed - other.noticed || one.moment.getTime() - other.moment.getTime());

type CorrelatedInput = RuleSubject & { readonly event: string };

const valueOf = ({ event }: CorrelatedInput): string => event;

/** Follows one Correlation rule through the events, and collects its matches by subject. */
const createCorrelation = (compiled: CompiledRule, matches: readonly StoredMatch[], facts: EntityFacts) => {
  const spoken = new Set(namedRules(compiled));
  const followed = new Map<string, ReturnType<typeof followMatches<CorrelatedInput>>>();
  const ofRules = matches
    .filter(({ rule_id }) => spoken.has(rule_id))
    .map((match) => ({
      ruleId: match.rule_id,
      subjectId: match.subject_id,
      firstMatch: match.first_match,
      created: match.created.getTime(),
      expires: match.expires.getTime(),
      isOver: match.end_reason === matchEndReasons.OverWhenFound,
    }));
  return {
    followed,
    /** Evaluates the event. Returns whether it concerns the rule. */
    take(tenantId: string, { match, what, moment, noticed }: MatchEvent): boolean {
      if (!spoken.has(match.rule_id) || match.depth >= maximumChainDepth) return false;
      const fact = facts.of(tenantId, match.subject_id);
      const change = { tenantId, subjectId: match.subject_id, moment: moment.toISOString() };
      const concern = concernOf(compiled, fact, change);
      if (!concern) return false;
      const { time, span, entityId, deviceId, subjectId } = concern;
      const reached = ofRules.filter(
        (each) =>
          each.created <= noticed &&
          (entityId === null || each.subjectId === entityId) &&
          (deviceId === null || facts.of(tenantId, each.subjectId)?.deviceId === deviceId),
      );
      const activeAt = (at: number) =>
        reached.filter((each) => each.firstMatch.getTime() <= at && each.expires >= at - span);
      const { subject, truths } = correlationTruths(compiled, { ...change, time }, fact, activeAt(time));
      const follower = followed.get(subjectId) ?? followMatches<CorrelatedInput>(compiled, subjectId, valueOf);
      followed.set(subjectId, follower);
      follower.evaluate({ ...subject, event: `${match.label} ${what}` }, truths, noticed, what === 'ended');
      if (what === 'ended') return true;
      for (const later of reached) {
        const at = later.firstMatch.getTime();
        if (later.created === noticed || later.isOver || !beganWithinDisorder(time, at)) continue;
        const ofLater = facts.of(tenantId, later.subjectId);
        const begin = { tenantId, subjectId: later.subjectId, moment: later.firstMatch.toISOString() };
        if (!concernOf(compiled, ofLater, begin)) continue;
        const active = activeAt(at);
        const said = truthsInDisorder(compiled, { ...begin, time: at }, ofLater, active, () =>
          active.filter(({ created }) => created < noticed),
        );
        if (said) follower.evaluate({ ...said.subject, event: `${match.label} ${what}` }, said.truths, noticed, false);
      }
      return true;
    },
  };
};

/** Replays Correlation rules over the stored matches of the rules that their conditions name. */
export const replayCorrelation = async (
  { gate, snapshot }: Pick<Services, 'gate' | 'snapshot'>,
  context: Context,
  { tenantId, edited, saved }: TestedRules,
  period: Period,
  comparison: MatchComparison,
  signal: AbortSignal,
): Promise<ReplayCost> => {
  const rules = saved ? [edited, saved] : [edited];
  const ruleIds = [...new Set(rules.flatMap(namedRules))];
  const before = Math.max(...rules.map(spanOf));
  const { matches, facts } = await gate.read(context, backtestScope, async (db) => {
    const found =
      ruleIds.length === 0
        ? []
        : await readMatches(db, context, tenantId, ruleIds, { from: period.from - before, to: period.to });
    const entities = found.map((match) => ({ tenantId, entityId: match.subject_id }));
    return { matches: found, facts: await readEntityFacts(db, entities) };
  });
  const slices = createTimeSlices(signal);
  const ofEdited = createCorrelation(edited, matches, facts);
  const ofSaved = saved && createCorrelation(saved, matches, facts);
  let packets = 0;
  let milliseconds = 0;
  for (const event of eventsOf(matches, period)) {
    const pause = slices.pass();
    if (pause) await pause;
    const started = performance.now();
    if (ofEdited.take(tenantId, event)) packets += 1;
    milliseconds += performance.now() - started;
    ofSaved?.take(tenantId, event);
  }
  const { tenants } = await snapshot.current();
  for (const subjectId of new Set([...ofEdited.followed.keys(), ...(ofSaved?.followed.keys() ?? [])])) {
    const name = facts.of(tenantId, subjectId)?.name ?? tenants.get(subjectId)?.name ?? subjectId;
    const finish = (followed: (typeof ofEdited)['followed'] | undefined) =>
      followed?.get(subjectId)?.finish(period.to) ?? [];
    comparison.add(name, finish(ofEdited.followed), finish(ofSaved?.followed));
  }
  return { packets, milliseconds, isComplete: true };
};
