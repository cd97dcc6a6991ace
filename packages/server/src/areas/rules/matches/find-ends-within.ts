import { builtInActions } from '@cfs/contracts/action-enumerations';
import { matchEndReasons } from '@cfs/contracts/rule-matches';
import type { RuleAction } from '@cfs/contracts/rules';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { recordSet } from '../../../platform/database/record-set.ts';
import { keyText, type MatchKey } from './match-writes.ts';

/** The life of a match, from its first hit to its expiry. */
export interface MatchLife extends MatchKey {
  readonly ruleMatchId: string;
  readonly firstMatch: Date;
  readonly expires: Date;
}

const colors = (actions: readonly RuleAction[]): boolean =>
  actions.some(({ ActionDefinitionId }) => ActionDefinitionId === builtInActions.setColor);

/**
 * Whether both the begin and the end of a rule's matches colour their block, so that the end replaces the colour of the
 * begin.
 */
export const colorsBoth = (
  rule: Readonly<Record<'matchActions' | 'expirationActions', readonly RuleAction[]>>,
): boolean => colors(rule.matchActions) && colors(rule.expirationActions);

/**
 * For the id of each match, the latest end of an earlier match of the same rule and subject within its life: its packet
 * was measured before that end and arrived after it. A match that was over by then has no entry, so that its colour
 * stays the older one.
 */
export const findEndsWithin = async (
  db: ScopedDatabase,
  matches: readonly MatchLife[],
): Promise<ReadonlyMap<string, Date>> => {
  if (matches.length === 0) return new Map();
  const ofRules = [...Map.groupBy(matches, ({ tenantId, ruleId }) => `${tenantId} ${ruleId}`).values()];
  const wanted = ofRules.flatMap((ofRule) =>
    ofRule.slice(0, 1).map(({ tenantId, ruleId }) => ({
      tenantId,
      ruleId,
      subjectIds: ofRule.map(({ subjectId }) => subjectId),
      from: ofRule.reduce((min, { firstMatch }) => (firstMatch < min ? firstMatch : min), new Date(8.64e15)),
      to: ofRule.reduce((max, { expires }) => (expires > max ? expires : max), new Date(0)),
    })),
  );
  const types = { tenantId: 'uuid', ruleId: 'uuid', subjectIds: 'uuid[]', from: 'timestamptz', to: 'timestamptz' };
  const rows = await db
    .selectFrom('rule_matches as match')
    .innerJoin(recordSet('wanted', types, wanted), (join) =>
      join.onRef('wanted.tenantId', '=', 'match.tenant_id').onRef('wanted.ruleId', '=', 'match.rule_id'),
    )
    .select([
      'match.tenant_id as tenantId',
      'match.rule_id as ruleId',
      'match.subject_id as subjectId',
      'match.expires',
    ])
    .where((row) => row('match.subject_id', '=', row.fn.any(row.ref('wanted.subjectIds'))))
    .where('match.ended', 'is not', null)
    .where('match.end_reason', 'in', [matchEndReasons.Expired, matchEndReasons.ByHand])
    .whereRef('match.expires', '>', 'wanted.from')
    .whereRef('match.expires', '<', 'wanted.to')
    .orderBy('match.expires')
    .execute();
  const ends = Map.groupBy(rows, keyText);
  return new Map(
    matches.flatMap((match) => {
      const within = ends
        .get(keyText(match))
        ?.filter(({ expires }) => expires > match.firstMatch && expires < match.expires);
      const last = within?.at(-1);
      return last ? [[match.ruleMatchId, last.expires] as const] : [];
    }),
  );
};
