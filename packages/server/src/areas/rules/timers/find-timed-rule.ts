import { systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Timer } from '../../../platform/durable-work/step-handler.ts';
import type { Services } from '../../../platform/services.ts';
import type { RuleSet } from '../conditions/compiled-rules.ts';
import { engineOf } from '../engine.ts';
import type { CompiledRule } from '../evaluation/compile-rule.ts';

/** A rule that a timer evaluates, with the tenants in which it runs and all that runs there. */
export interface TimedRule {
  readonly compiled: CompiledRule;
  readonly tenantIds: readonly string[];
  readonly rulesOf: ReadonlyMap<string, readonly RuleSet[]>;
}

/** The rule of a timer, locked until the transaction ends; `undefined` if it no longer runs. */
export const findTimedRule = async (
  services: Pick<Services, 'gate' | 'clock' | 'log' | 'metrics' | 'snapshot'>,
  db: ScopedDatabase,
  { tenantId, key }: Timer,
): Promise<TimedRule | undefined> => {
  const tenantIds =
    tenantId === systemTenantId
      ? (await services.snapshot.current()).tenantsByName.map((tenant) => tenant.tenantId)
      : [tenantId];
  const rulesOf = await engineOf(services).compiled.of(db, [...tenantIds, tenantId].sort());
  const compiled = (rulesOf.get(tenantId) ?? []).map(({ byId }) => byId.get(key)).find(Boolean);
  return compiled && { compiled, tenantIds, rulesOf };
};
