import { ruleTypes } from '@cfs/contracts/rule-types';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { findPatternSizeFaults } from '../patterns/check-patterns.ts';
import { compileRule, type CompiledRule } from './compile-rule.ts';
import type { RuleEpochTable } from '../rule-table.ts';
import { runnableColumns, toRunnableRule } from './runnable-rule.ts';
import type { RuleVersion } from '../changes/withdraw-rule.ts';

/** The enabled Ingestion rules of tenants, compiled once per node. */
export interface CompiledRules {
  /**
   * The rules that run on packets of each tenant, those of all tenants included. Holds each tenant's rules until the
   * transaction ends: an edit waits for it, and what is evaluated after an edit sees the edit.
   */
  of(db: ScopedDatabase, tenantIds: readonly string[]): Promise<ReadonlyMap<string, readonly CompiledRule[]>>;
}

interface Compiled {
  readonly epoch: number;
  readonly rules: readonly CompiledRule[];
}

const none: readonly CompiledRule[] = [];

/**
 * Keeps compiled rules by tenant and epoch. A rule that cannot be compiled is logged and left out; one whose regular
 * expressions are beyond the limits, as versions before them took, is handed to `withdraw`.
 */
export const createCompiledRules = (
  log: Pick<Logger, 'error'>,
  withdraw: (rule: RuleVersion, reason: string) => void,
): CompiledRules => {
  const known = new Map<string, Compiled>();
  const joined = new Map<
    string,
    { readonly own: unknown; readonly shared: unknown; readonly rules: readonly CompiledRule[] }
  >();

  const compile = (row: Parameters<typeof toRunnableRule>[0]): CompiledRule[] => {
    try {
      const rule = toRunnableRule(row);
      const faults = findPatternSizeFaults(rule.conditions);
      if (faults.length === 0) return [compileRule(rule, systemTenantId)];
      withdraw(rule, faults.join(' '));
      return [];
    } catch (error) {
      log.error({ err: error, ruleId: row.rule_id }, 'a rule cannot be run');
      return [];
    }
  };

  const load = async (db: ScopedDatabase, epochs: ReadonlyMap<string, number>): Promise<void> => {
    const rows = await db
      .selectFrom('rules')
      .select(runnableColumns)
      .where((row) => row('tenant_id', '=', row.fn.any(row.val([...epochs.keys()]))))
      .where('enabled', '=', true)
      .where('is_deleted', '=', false)
      .where('out_of_service_since', 'is', null)
      .where('rule_type_id', '=', ruleTypes.Ingestion)
      .orderBy('rule_id')
      .execute();
    const byTenant = Map.groupBy(rows, (row) => row.tenant_id);
    for (const [tenantId, epoch] of epochs) {
      known.set(tenantId, { epoch, rules: (byTenant.get(tenantId) ?? []).flatMap(compile) });
    }
  };

  const rulesOf = (tenantId: string): readonly CompiledRule[] => {
    const own = known.get(tenantId)?.rules ?? none;
    const shared = known.get(systemTenantId)?.rules ?? none;
    const before = joined.get(tenantId);
    if (before?.own === own && before.shared === shared) return before.rules;
    const rules = tenantId === systemTenantId || shared.length === 0 ? own : [...own, ...shared];
    joined.set(tenantId, { own, shared, rules });
    return rules;
  };

  return {
    async of(db, tenantIds) {
      if (tenantIds.length === 0) return new Map();
      // Written out, since each commit of packets asks for it.
      const epochs = await db.run<RuleEpochTable>(sql`
        select tenant_id, epoch from rule_epochs
        where tenant_id = any (${[systemTenantId, ...tenantIds]}::uuid[]) and ${db.scopeGuard}
        order by tenant_id
        for share`);
      const changed = epochs.filter(({ tenant_id, epoch }) => known.get(tenant_id)?.epoch !== epoch);
      if (changed.length > 0) await load(db, new Map(changed.map(({ tenant_id, epoch }) => [tenant_id, epoch])));
      return new Map(tenantIds.map((tenantId) => [tenantId, rulesOf(tenantId)]));
    },
  };
};
