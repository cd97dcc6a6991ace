import { parseTimeSpan } from '@cfs/contracts/time-span';
import type { EntityFact, EntityFacts } from '../../blocks/read-entity-facts.ts';
import type { RuleSet } from '../conditions/compiled-rules.ts';
import type { CompiledRule } from '../evaluation/compile-rule.ts';
import type { AppliedChange } from '../matches/apply-hits.ts';

/** The begin or end of a match, with the properties that correlation needs. */
export type CorrelatedChange = Pick<
  AppliedChange,
  'tenantId' | 'ruleId' | 'subjectId' | 'ruleMatchId' | 'kind' | 'moment' | 'depth' | 'origin' | 'actsWhenOver'
>;

/** A Correlation rule that a change concerns. */
export interface Concerned {
  readonly compiled: CompiledRule;
  readonly change: CorrelatedChange;
  /** The subject of the match of the correlation. */
  readonly subjectId: string;
  readonly time: number;
  readonly span: number;
  /** The entity whose matches count; null if those of more than one entity count. */
  readonly entityId: string | null;
  /**
   * The device whose matches count, together with those of the entities that send through it; null if those of one
   * entity or of the tenant count.
   */
  readonly deviceId: string | null;
}

/** How a change concerns a Correlation rule; `undefined` if it does not. */
export const concernOf = <Change extends Pick<CorrelatedChange, 'tenantId' | 'subjectId' | 'moment'>>(
  compiled: CompiledRule,
  fact: EntityFact | undefined,
  change: Change,
): (Omit<Concerned, 'change'> & { readonly change: Change }) | undefined => {
  const { tenantId, subjectId, moment } = change;
  const { correlation } = compiled.rule;
  const time = Date.parse(moment);
  if (!correlation || !compiled.isInTime(time)) return undefined;
  if (!compiled.isInScope({ tenantId, subscriptionId: fact?.subscriptionId })) return undefined;
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

/** The Correlation rules that a change concerns. */
export const concernedBy = (
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

/** Key of a rule and a subject of a tenant: ids of entities are unique only within their tenant. */
export const subjectKey = ({ compiled, change, subjectId }: Concerned): string =>
  `${change.tenantId} ${compiled.rule.ruleId} ${subjectId}`;
