import { sql } from 'kysely';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { recordSet } from '../../../platform/database/record-set.ts';
import { namedRules } from '../evaluation/compile-rule.ts';
import { disorderMilliseconds } from '../evaluation/count-occurrences.ts';
import type { Concerned, CorrelatedChange } from './concerned-rules.ts';

/** A Correlation rule with the time and the reach for which it is evaluated. */
export type AskedRule = Pick<Concerned, 'compiled' | 'entityId' | 'deviceId' | 'time' | 'span'> & {
  readonly change: Pick<CorrelatedChange, 'tenantId'>;
};

/** A match that counts as active. */
export interface ActiveMatch {
  readonly ruleId: string;
  readonly firstMatch: Date;
}

/** A match of a rule that a Correlation rule names, within its reach. */
export interface ReachedMatch extends ActiveMatch {
  readonly ruleMatchId: string;
  readonly subjectId: string;
  readonly expires: Date;
  readonly endReason: number | null;
}

/** Evaluations that need the matches of one reach, which one read returns. */
export interface Reach<Asked extends AskedRule> {
  readonly asked: readonly Asked[];
  /** Matches that may be active at the time of an evaluation, or that begin within the disorder after it. */
  readonly matches: readonly ReachedMatch[];
}

/** Key of the matches of a reach: evaluations with equal keys share one read. */
const reachKey = ({ compiled, change, entityId, deviceId }: AskedRule): string =>
  JSON.stringify([change.tenantId, compiled.rule.ruleId, entityId, deviceId]);

/** Reads the matches that the rules need, once per reach. */
export const readReaches = async <Asked extends AskedRule>(
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
      ruleIds: [...namedRules(compiled)],
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

/** Matches, grouped by their rule. */
export type MatchesByRule = readonly (readonly ReachedMatch[])[];

export const byRule = (matches: readonly ReachedMatch[]): MatchesByRule => [
  ...Map.groupBy(matches, ({ ruleId }) => ruleId).values(),
];

/**
 * The matches that count as active for a rule at a time: all of them if the order of their begins matters, otherwise
 * one of each rule.
 */
export const activeAt = (
  { compiled, span }: Pick<AskedRule, 'compiled' | 'span'>,
  time: number,
  matches: MatchesByRule,
): readonly ActiveMatch[] => {
  const counts = ({ firstMatch, expires }: ReachedMatch): boolean =>
    firstMatch.getTime() <= time && expires.getTime() >= time - span;
  const isOrdered = compiled.rule.correlation?.Ordered === true;
  return matches.flatMap((ofRule) => (isOrdered ? ofRule.filter(counts) : (ofRule.find(counts) ?? [])));
};
