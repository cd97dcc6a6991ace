import { parseTimeSpan } from '@cfs/contracts/time-span';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { readEntityFacts } from '../../blocks/read-entity-facts.ts';
import type { CompiledRule } from '../evaluation/compile-rule.ts';
import { beganInOrder } from './correlation-truths.ts';
import { activeAt, byRule, readReaches, type AskedRule } from './reached-matches.ts';

/** The inputs of a Correlation rule at a moment about an entity. */
export interface ActiveRules {
  /** The rules that count as active. */
  readonly activeRules: ReadonlySet<string>;
  readonly isOrdered: boolean;
  /** The subject of a match. */
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
