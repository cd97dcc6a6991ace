import { sql } from 'kysely';
import { parseTimeSpan } from '@cfs/contracts/time-span';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { recordSet } from '../../../platform/database/record-set.ts';
import { readBlockFacts, type BlockFacts } from '../../blocks/read-block-facts.ts';
import type { RuleSet } from '../conditions/compiled-rules.ts';
import { spokenRules, truthOf, type CompiledAlternative, type CompiledRule } from '../evaluation/compile-rule.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import type { AppliedChange } from '../matches/apply-hits.ts';
import type { RuleEvaluations } from '../occurrences/count-evaluations.ts';

/** A match that began or ended, as far as correlation looks at it. */
export type CorrelatedChange = Pick<AppliedChange, 'tenantId' | 'ruleId' | 'subjectId' | 'moment' | 'depth'>;

/** A Correlation rule that a change concerns. */
interface Concerned {
  readonly compiled: CompiledRule;
  readonly change: CorrelatedChange;
  /** What the match of the correlation is about. */
  readonly subjectId: string;
  readonly time: number;
  readonly span: number;
  /** The entity whose matches count; null for those of the whole tenant. */
  readonly entityId: string | null;
}

const concernedBy = (
  rulesOf: ReadonlyMap<string, readonly RuleSet[]>,
  facts: BlockFacts,
  change: CorrelatedChange,
): Concerned[] => {
  const { tenantId, ruleId, subjectId, moment } = change;
  const fact = facts.of(tenantId, subjectId);
  const time = Date.parse(moment);
  return (rulesOf.get(tenantId) ?? []).flatMap(({ correlating }) =>
    (correlating.get(ruleId) ?? []).flatMap((compiled): Concerned[] => {
      const { correlation } = compiled.rule;
      if (!correlation || !compiled.isInTime(time)) return [];
      if (!compiled.encloses({ tenantId, subscriptionId: fact?.subscriptionId })) return [];
      const ofTenant = correlation.Reach === 'Tenant';
      if (correlation.Reach === 'Device' && !fact?.isDevice) return [];
      const span = (parseTimeSpan(correlation.Span) ?? 0) * 1_000;
      return [
        {
          compiled,
          change,
          subjectId: ofTenant ? tenantId : subjectId,
          entityId: ofTenant ? null : subjectId,
          time,
          span,
        },
      ];
    }),
  );
};

/**
 * One transaction at a time correlates a rule about a subject: what another has not committed yet would be missed. The
 * transaction has its own matches written before it comes here, so that the second sees those of the first.
 */
const takeTurns = async (db: ScopedDatabase, concerned: readonly Concerned[]): Promise<void> => {
  const names = [...new Set(concerned.map(({ compiled, subjectId }) => `${compiled.rule.ruleId} ${subjectId}`))].sort();
  for (const name of names) {
    await db.run(
      sql`select pg_advisory_xact_lock(hashtextextended(${`correlation ${name}`}, 0)) where ${db.scopeGuard}`,
    );
  }
};

interface ActiveMatch {
  readonly ordinal: number;
  readonly ruleId: string;
  readonly firstMatch: Date;
}

/** The matches that count as active for each concerned rule, at the time of its change. */
const readActive = async (db: ScopedDatabase, concerned: readonly Concerned[]): Promise<ActiveMatch[][]> => {
  const wanted = recordSet(
    'wanted',
    {
      tenantId: 'uuid',
      ruleIds: 'uuid[]',
      entityId: 'uuid',
      time: 'timestamptz',
      since: 'timestamptz',
    },
    concerned.map(({ compiled, change, entityId, time, span }) => ({
      tenantId: change.tenantId,
      ruleIds: [...spokenRules(compiled)],
      entityId,
      time: new Date(time),
      since: new Date(time - span),
    })),
  );
  const rows = await db.guarded(sql<ActiveMatch>`
    select wanted.ordinal, match.rule_id as "ruleId", match.first_match as "firstMatch"
    from ${wanted}
    cross join lateral unnest(wanted."ruleIds") spoken(rule_id)
    join rule_matches match on match.tenant_id = wanted."tenantId" and match.rule_id = spoken.rule_id
    where (wanted."entityId" is null or match.subject_id = wanted."entityId")
      and match.first_match <= wanted."time" and match.expires >= wanted."since"`);
  const active = concerned.map((): ActiveMatch[] => []);
  for (const row of rows) active[row.ordinal]?.push(row);
  return active;
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

/**
 * What the Correlation rules that speak of the changed rules say (docs/reference/rules.md#correlation), in the order of the
 * changes.
 */
export const correlate = async (
  db: ScopedDatabase,
  rulesOf: ReadonlyMap<string, readonly RuleSet[]>,
  changes: readonly CorrelatedChange[],
): Promise<RuleEvaluations[]> => {
  const spoken = changes.filter(({ tenantId, ruleId }) =>
    (rulesOf.get(tenantId) ?? []).some(({ correlating }) => correlating.has(ruleId)),
  );
  if (spoken.length === 0) return [];
  const facts = await readBlockFacts(
    db,
    spoken.map(({ tenantId, subjectId }) => ({ tenantId, entityId: subjectId })),
  );
  const concerned = spoken.flatMap((change) => concernedBy(rulesOf, facts, change));
  if (concerned.length === 0) return [];
  await takeTurns(db, concerned);
  const active = await readActive(db, concerned);
  const found = new Map<string, RuleEvaluations & { readonly evaluations: RuleEvaluations['evaluations'][number][] }>();
  for (const [index, { compiled, change, subjectId, time }] of concerned.entries()) {
    const { tenantId, depth } = change;
    const fact = facts.of(tenantId, change.subjectId);
    const matches = active[index] ?? [];
    const subject: RuleSubject = {
      tenantId,
      entityId: change.subjectId,
      timestamp: new Date(time),
      message: {},
      deviceId: fact?.isDevice ? change.subjectId : undefined,
      subscriptionId: fact?.subscriptionId,
      entityName: fact?.name,
      activeRules: new Set(matches.map(({ ruleId }) => ruleId)),
    };
    const truths = compiled.alternatives.map((alternative) => {
      const truth = truthOf(alternative.conditions, subject, undefined);
      return truth === true && compiled.rule.correlation?.Ordered ? beganInOrder(alternative, matches) : truth;
    });
    const key = `${compiled.rule.ruleId} ${subjectId}`;
    const known = found.get(key) ?? {
      tenantId,
      subjectId,
      compiled,
      evaluations: [],
      packets: undefined,
      depth: depth + 1,
    };
    found.set(key, known);
    known.evaluations.push({ time, truths, input: subject });
  }
  return [...found.values()];
};
