import { sql } from 'kysely';
import { matchEndReasons } from '@cfs/contracts/rule-matches';
import { parseTimeSpan } from '@cfs/contracts/time-span';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { holdLock } from '../../../platform/database/hold-lock.ts';
import { recordSet } from '../../../platform/database/record-set.ts';
import { readEntityFacts, type EntityFact, type EntityFacts } from '../../blocks/read-entity-facts.ts';
import type { RuleSet } from '../conditions/compiled-rules.ts';
import { spokenRules, truthOf, type CompiledAlternative, type CompiledRule } from '../evaluation/compile-rule.ts';
import { disorderMilliseconds, type Truth } from '../evaluation/count-occurrences.ts';
import type { Evaluation } from '../evaluation/evaluate-rule.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import type { AppliedChange } from '../matches/apply-hits.ts';
import type { RuleEvaluations } from '../occurrences/count-evaluations.ts';
import { subjectEntity } from '../evaluation/subject-entity.ts';

/** A match that began or ended, as far as correlation looks at it. */
export type CorrelatedChange = Pick<
  AppliedChange,
  'tenantId' | 'ruleId' | 'subjectId' | 'ruleMatchId' | 'kind' | 'moment' | 'depth' | 'origin' | 'actsWhenOver'
>;

/** What a Correlation rule says about a subject. */
interface CorrelatedEvaluations extends RuleEvaluations {
  /** The first match that began or ended. */
  readonly causedBy: string;
}

/** A Correlation rule that a change concerns. */
interface Concerned {
  readonly compiled: CompiledRule;
  readonly change: CorrelatedChange;
  /** What the match of the correlation is about. */
  readonly subjectId: string;
  readonly time: number;
  readonly span: number;
  /** The entity whose matches count; null for those of more than one. */
  readonly entityId: string | null;
  /** The device whose matches, and those of what sends through it, count; null for those of one entity or the tenant. */
  readonly deviceId: string | null;
}

/** How a change concerns a Correlation rule; `undefined` when it does not. */
export const concernOf = <Change extends Pick<CorrelatedChange, 'tenantId' | 'subjectId' | 'moment'>>(
  compiled: CompiledRule,
  fact: EntityFact | undefined,
  change: Change,
): (Omit<Concerned, 'change'> & { readonly change: Change }) | undefined => {
  const { tenantId, subjectId, moment } = change;
  const { correlation } = compiled.rule;
  const time = Date.parse(moment);
  if (!correlation || !compiled.isInTime(time)) return undefined;
  if (!compiled.encloses({ tenantId, subscriptionId: fact?.subscriptionId })) return undefined;
  const deviceId = correlation.Reach === 'Device' ? fact?.deviceId : undefined;
  if (correlation.Reach === 'Device' && deviceId === undefined) return undefined;
  return {
    compiled,
    change,
    subjectId: correlation.Reach === 'Tenant' ? tenantId : (deviceId ?? subjectId),
    entityId: correlation.Reach === 'Subject' ? subjectId : null,
    deviceId: deviceId ?? null,
    time,
    span: (parseTimeSpan(correlation.Span) ?? 0) * 1_000,
  };
};

const concernedBy = (
  rulesOf: ReadonlyMap<string, readonly RuleSet[]>,
  facts: EntityFacts,
  change: CorrelatedChange,
): Concerned[] => {
  const { tenantId, ruleId, subjectId } = change;
  return (rulesOf.get(tenantId) ?? []).flatMap(({ correlating }) =>
    (correlating.get(ruleId) ?? []).flatMap(
      (compiled) => concernOf(compiled, facts.of(tenantId, subjectId), change) ?? [],
    ),
  );
};

/** A rule and a subject of a tenant: ids of entities are unique within their tenant alone. */
const subjectKey = ({ compiled, change, subjectId }: Concerned): string =>
  `${change.tenantId} ${compiled.rule.ruleId} ${subjectId}`;

/**
 * One transaction at a time correlates a rule about a subject: what another has not committed yet would be missed. The
 * transaction has its own matches written before it comes here, so that the second sees those of the first.
 */
const takeTurns = async (db: ScopedDatabase, concerned: readonly Concerned[]): Promise<void> => {
  const names = [...new Set(concerned.map(subjectKey))].sort();
  for (const name of names) await holdLock(db, `correlation ${name}`);
};

/** A Correlation rule, and when and about what it is asked. */
type AskedRule = Pick<Concerned, 'compiled' | 'entityId' | 'deviceId' | 'time' | 'span'> & {
  readonly change: Pick<CorrelatedChange, 'tenantId'>;
};

/** A match that counts as active. */
export interface ActiveMatch {
  readonly ruleId: string;
  readonly firstMatch: Date;
}

/** A match of a rule that a Correlation rule names, within its reach. */
interface ReachedMatch extends ActiveMatch {
  readonly ruleMatchId: string;
  readonly subjectId: string;
  readonly expires: Date;
  readonly endReason: number | null;
}

/** Questions about the matches of one reach: one read answers them. */
interface Reach<Asked extends AskedRule> {
  readonly asked: readonly Asked[];
  /** What may be active at the time of a question, or begins within the disorder after it. */
  readonly matches: readonly ReachedMatch[];
}

/** A question about the active matches of a reach: equal ones are answered by one read. */
const reachKey = ({ compiled, change, entityId, deviceId }: AskedRule): string =>
  JSON.stringify([change.tenantId, compiled.rule.ruleId, entityId, deviceId]);

const readReaches = async <Asked extends AskedRule>(
  db: ScopedDatabase,
  concerned: readonly Asked[],
): Promise<readonly Reach<Asked>[]> => {
  const reaches = [...Map.groupBy(concerned, reachKey).values()].flatMap(([first, ...others]) =>
    first ? [{ first, asked: [first, ...others] }] : [],
  );
  const wanted = recordSet(
    'wanted',
    {
      tenantId: 'uuid',
      ruleIds: 'uuid[]',
      entityId: 'uuid',
      deviceId: 'uuid',
      until: 'timestamptz',
      since: 'timestamptz',
    },
    reaches.map(({ first: { compiled, change, entityId, deviceId }, asked }) => ({
      tenantId: change.tenantId,
      ruleIds: [...spokenRules(compiled)],
      entityId,
      deviceId,
      until: new Date(asked.reduce((latest, { time }) => Math.max(latest, time), -Infinity) + disorderMilliseconds),
      since: new Date(asked.reduce((earliest, { time, span }) => Math.min(earliest, time - span), Infinity)),
    })),
  );
  const rows = await db.guarded(sql<ReachedMatch & { readonly ordinal: number }>`
    select wanted.ordinal, match.rule_id as "ruleId", match.rule_match_id as "ruleMatchId",
      match.subject_id as "subjectId", match.first_match as "firstMatch", match.expires, match.end_reason as "endReason"
    from ${wanted}
    cross join lateral unnest(wanted."ruleIds") spoken(rule_id)
    join rule_matches match on match.tenant_id = wanted."tenantId" and match.rule_id = spoken.rule_id
    where (wanted."entityId" is null or match.subject_id = wanted."entityId")
      and (wanted."deviceId" is null or match.subject_id = wanted."deviceId" or exists (
        select from packets_latest latest
        where latest.tenant_id = match.tenant_id and latest.entity_id = match.subject_id
          and latest.device_id = wanted."deviceId"))
      and match.first_match <= wanted."until" and match.expires >= wanted."since"`);
  const found = Map.groupBy(rows, ({ ordinal }) => ordinal);
  return reaches.map(({ asked }, ordinal) => ({ asked, matches: found.get(ordinal) ?? [] }));
};

type MatchesByRule = readonly (readonly ReachedMatch[])[];

const byRule = (matches: readonly ReachedMatch[]): MatchesByRule => [
  ...Map.groupBy(matches, ({ ruleId }) => ruleId).values(),
];

/**
 * The matches that count as active for a rule at a time: all of them where the order of their begins counts, one of each rule
 * otherwise.
 */
const activeAt = (
  { compiled, span }: Pick<AskedRule, 'compiled' | 'span'>,
  time: number,
  matches: MatchesByRule,
): readonly ActiveMatch[] => {
  const counts = ({ firstMatch, expires }: ReachedMatch): boolean =>
    firstMatch.getTime() <= time && expires.getTime() >= time - span;
  const isOrdered = compiled.rule.correlation?.Ordered === true;
  return matches.flatMap((ofRule) => (isOrdered ? ofRule.filter(counts) : (ofRule.find(counts) ?? [])));
};

/** Whether matches of the rules have begun one after the other. */
const beganInOrder = ({ activeRuleIds }: CompiledAlternative, active: readonly ActiveMatch[]): boolean => {
  let after = Number.NEGATIVE_INFINITY;
  return activeRuleIds.every((ruleId) => {
    const begins = active
      .filter((match) => match.ruleId === ruleId && match.firstMatch.getTime() >= after)
      .map(({ firstMatch }) => firstMatch.getTime());
    after = Math.min(...begins);
    return begins.length > 0;
  });
};

/** What a Correlation rule says of a change, by the matches that count as active at its time. */
export const correlationTruths = (
  compiled: CompiledRule,
  change: { readonly tenantId: string; readonly subjectId: string; readonly time: number },
  fact: EntityFact | undefined,
  active: readonly ActiveMatch[],
): { readonly subject: RuleSubject; readonly truths: readonly Truth[] } => {
  const subject: RuleSubject = {
    timestamp: new Date(change.time),
    message: {},
    ...subjectEntity({ tenantId: change.tenantId, entityId: change.subjectId }, fact),
    activeRules: new Set(active.map(({ ruleId }) => ruleId)),
  };
  const truths = compiled.alternatives.map((alternative) => {
    const truth = truthOf(alternative.conditions, subject, undefined);
    return truth === true && compiled.rule.correlation?.Ordered ? beganInOrder(alternative, active) : truth;
  });
  return { subject, truths };
};

/** Whether a match that began at `later` may have been asked about before one of `time` was found. */
export const beganWithinDisorder = (time: number, later: number): boolean =>
  later > time && later <= time + disorderMilliseconds;

/**
 * What a Correlation rule says at a begin that was asked about before matches of an earlier time were found: its alternatives
 * that hold because of those. What held without them has counted, and counts no second time. `undefined` when there is none.
 */
export const truthsInDisorder = (
  compiled: CompiledRule,
  begin: { readonly tenantId: string; readonly subjectId: string; readonly time: number },
  fact: EntityFact | undefined,
  active: readonly ActiveMatch[],
  activeBefore: () => readonly ActiveMatch[],
): { readonly subject: RuleSubject; readonly truths: readonly Truth[] } | undefined => {
  const { subject, truths } = correlationTruths(compiled, begin, fact, active);
  if (!truths.includes(true)) return undefined;
  const before = correlationTruths(compiled, begin, fact, activeBefore()).truths;
  const news = truths.map((truth, index) => (truth === true && before[index] !== true ? true : undefined));
  return news.includes(true) ? { subject, truths: news } : undefined;
};

/** A begin that is asked about again, because of a change of an earlier time. */
interface BeginInDisorder {
  readonly match: ReachedMatch;
  readonly causedBy: Concerned;
  readonly matches: MatchesByRule;
  /** The same without the matches that the changes are about. */
  readonly before: MatchesByRule;
}

/** The begins in a reach that were found before the changes and lie within the disorder after the begin of one of these. */
const beginsInDisorder = (
  { asked, matches }: Reach<Concerned>,
  changed: ReadonlySet<string>,
): readonly BeginInDisorder[] => {
  const begun = asked.filter(({ change }) => change.kind === 'RuleMatchBegan').toSorted((a, b) => b.time - a.time);
  const others = matches.filter(({ ruleMatchId }) => !changed.has(ruleMatchId));
  const again = others.flatMap((match) => {
    // What was over when it was found is not asked about.
    if (match.endReason === matchEndReasons.OverWhenFound) return [];
    const later = match.firstMatch.getTime();
    const causedBy = begun.find(({ time }) => time < later);
    return causedBy && beganWithinDisorder(causedBy.time, later) ? [{ match, causedBy }] : [];
  });
  if (again.length === 0) return [];
  const grouped = { matches: byRule(matches), before: byRule(others) };
  return again
    .toSorted((one, other) => one.match.firstMatch.getTime() - other.match.firstMatch.getTime())
    .map((each) => ({ ...each, ...grouped }));
};

/** What the rules say at these begins, where that is news. */
const askAgain = async (db: ScopedDatabase, begins: readonly BeginInDisorder[]) => {
  const facts = await readEntityFacts(
    db,
    begins.map(({ match, causedBy }) => ({ tenantId: causedBy.change.tenantId, entityId: match.subjectId })),
  );
  return begins.flatMap(({ match: { subjectId, firstMatch }, causedBy, matches, before }) => {
    const { compiled, change } = causedBy;
    const { tenantId, origin, actsWhenOver } = change;
    const fact = facts.of(tenantId, subjectId);
    const concern = concernOf(compiled, fact, { ...change, subjectId, moment: firstMatch.toISOString() });
    if (!concern) return [];
    const { time } = concern;
    const said = truthsInDisorder(compiled, { tenantId, subjectId, time }, fact, activeAt(concern, time, matches), () =>
      activeAt(concern, time, before),
    );
    if (!said) return [];
    const { subject, truths } = said;
    return [{ concern, evaluation: { time, truths, input: { ...subject, origin }, actsWhenOver } }];
  });
};

/**
 * What the Correlation rules that speak of the changed rules say (docs/reference/rules.md#correlation), in the order of the
 * changes.
 */
export const correlate = async (
  db: ScopedDatabase,
  rulesOf: ReadonlyMap<string, readonly RuleSet[]>,
  changes: readonly CorrelatedChange[],
): Promise<CorrelatedEvaluations[]> => {
  const spoken = changes.filter(({ tenantId, ruleId }) =>
    (rulesOf.get(tenantId) ?? []).some(({ correlating }) => correlating.has(ruleId)),
  );
  if (spoken.length === 0) return [];
  const facts = await readEntityFacts(
    db,
    spoken.map(({ tenantId, subjectId }) => ({ tenantId, entityId: subjectId })),
  );
  const concerned = spoken.flatMap((change) => concernedBy(rulesOf, facts, change));
  if (concerned.length === 0) return [];
  await takeTurns(db, concerned);
  const reaches = await readReaches(db, concerned);
  const active = new Map(
    reaches.flatMap(({ asked, matches }) => {
      const grouped = byRule(matches);
      return asked.map((concern) => [concern, activeAt(concern, concern.time, grouped)] as const);
    }),
  );
  const found = new Map<string, CorrelatedEvaluations & { readonly evaluations: Evaluation<RuleSubject>[] }>();
  for (const concern of concerned) {
    const { compiled, change, subjectId, time } = concern;
    const { tenantId, depth } = change;
    const fact = facts.of(tenantId, change.subjectId);
    const { subject, truths } = correlationTruths(compiled, { ...change, time }, fact, active.get(concern) ?? []);
    const key = subjectKey(concern);
    const known = found.get(key) ?? {
      tenantId,
      subjectId,
      compiled,
      evaluations: [],
      packets: undefined,
      depth: depth + 1,
      causedBy: change.ruleMatchId,
    };
    found.set(key, known);
    const { origin, actsWhenOver } = change;
    known.evaluations.push({ time, truths, input: { ...subject, origin }, actsWhenOver });
  }
  const changed = new Set(changes.map(({ ruleMatchId }) => ruleMatchId));
  for (const { concern, evaluation } of await askAgain(
    db,
    reaches.flatMap((reach) => beginsInDisorder(reach, changed)),
  ))
    found.get(subjectKey(concern))?.evaluations.push(evaluation);
  return [...found.values()];
};

/** What a Correlation rule says at a moment about an entity. */
export interface ActiveRules {
  /** The rules that count as active. */
  readonly activeRules: ReadonlySet<string>;
  readonly isOrdered: boolean;
  /** What a match is about. */
  readonly subjectId: string;
}

/** The rules that count as active at a moment for a Correlation rule about an entity. */
export const readActiveRules = async (
  db: ScopedDatabase,
  compiled: CompiledRule,
  { tenantId, entityId }: { readonly tenantId: string; readonly entityId: string },
  now: Date,
): Promise<ActiveRules> => {
  const { correlation } = compiled.rule;
  const reach = correlation?.Reach ?? 'Subject';
  const fact = (await readEntityFacts(db, [{ tenantId, entityId }])).of(tenantId, entityId);
  const deviceId = reach === 'Device' ? (fact?.deviceId ?? entityId) : null;
  const question: AskedRule = {
    compiled,
    change: { tenantId },
    entityId: reach === 'Subject' ? entityId : null,
    deviceId,
    time: now.getTime(),
    span: (parseTimeSpan(correlation?.Span ?? '') ?? 0) * 1_000,
  };
  const [found] = await readReaches(db, [question]);
  const matches = activeAt(question, question.time, byRule(found?.matches ?? []));
  return {
    activeRules: new Set(matches.map(({ ruleId }) => ruleId)),
    isOrdered: correlation?.Ordered !== true || compiled.alternatives.some((each) => beganInOrder(each, matches)),
    subjectId: reach === 'Tenant' ? tenantId : (deviceId ?? entityId),
  };
};
