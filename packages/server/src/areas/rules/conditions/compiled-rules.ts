import { ruleTypes } from '@cfs/contracts/rule-types';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { findPatternSizeFaults } from '../patterns/check-patterns.ts';
import { compileRule, namedRules, type CompiledRule } from '../evaluation/compile-rule.ts';
import type { RuleEpochTable } from '../rule-table.ts';
import { createRuleIndex, type RuleIndex } from './rule-index.ts';
import { notRunnable } from './compile-stored-rule.ts';
import { runnableColumns, toRunnableRule } from './runnable-rule.ts';
import type { RuleVersion } from '../changes/withdraw-rule.ts';

/** The enabled rules of one owner: a tenant, or all tenants. */
export interface RuleSet {
  /** Rules over packets: Ingestion and History. */
  readonly packetRules: RuleIndex;
  /** All rules over packets if they are so few that evaluating them costs less than an index lookup. */
  readonly unindexedPacketRules: readonly CompiledRule[] | undefined;
  readonly ofType: (ruleTypeId: number) => readonly CompiledRule[];
  readonly byId: ReadonlyMap<string, CompiledRule>;
  /** The Correlation rules that name a rule, by its id. */
  readonly correlating: ReadonlyMap<string, readonly CompiledRule[]>;
  readonly readsEntity: boolean;
  /** Whether rules over packets remember something between them. */
  readonly counts: boolean;
  /** Whether a rule over packets reads their history. */
  readonly readsHistory: boolean;
  readonly watchesPackets: boolean;
}

/** The enabled rules of tenants, compiled once per node. */
export interface CompiledRules {
  /**
   * The rules that run for each tenant: its own and those of all tenants. Locks them until the transaction ends: an
   * edit waits for it, and evaluations after an edit see the edit.
   */
  of(db: ScopedDatabase, tenantIds: readonly string[]): Promise<ReadonlyMap<string, readonly RuleSet[]>>;
}

/** Number of rules over packets up to which each packet is evaluated by all of them. */
const maxUnindexedRules = 8;

interface Compiled {
  readonly epoch: number;
  readonly rules: RuleSet;
}

const createRuleSet = (rules: readonly CompiledRule[]): RuleSet => {
  const byType = Map.groupBy(rules, ({ rule }) => rule.ruleTypeId);
  const packetRules = rules.filter(
    ({ rule }) => rule.ruleTypeId === ruleTypes.Ingestion || rule.ruleTypeId === ruleTypes.History,
  );
  const named = (byType.get(ruleTypes.Correlation) ?? []).flatMap((compiled) =>
    namedRules(compiled).map((ruleId) => ({ ruleId, compiled })),
  );
  return {
    packetRules: createRuleIndex(packetRules),
    unindexedPacketRules: packetRules.length <= maxUnindexedRules ? packetRules : undefined,
    ofType: (ruleTypeId) => byType.get(ruleTypeId) ?? [],
    byId: new Map(rules.map((each) => [each.rule.ruleId, each])),
    correlating: new Map(
      [...Map.groupBy(named, ({ ruleId }) => ruleId)].map(([ruleId, of]) => [
        ruleId,
        of.map(({ compiled }) => compiled),
      ]),
    ),
    readsEntity: packetRules.some((each) => each.readsEntity),
    counts: packetRules.some((each) => each.counts),
    readsHistory: packetRules.some((each) => each.windowMilliseconds > 0),
    watchesPackets: packetRules.length > 0,
  };
};

const none: readonly RuleSet[] = [];

/**
 * Caches compiled rules by tenant and epoch. A new epoch compiles only the changed rules. A rule that cannot be
 * compiled, or whose regular expressions exceed the limits, which earlier versions accepted, is left out and passed to
 * `withdraw`.
 */
export const createCompiledRules = (
  log: Pick<Logger, 'error'>,
  withdraw: (rule: RuleVersion, reason: string) => void,
): CompiledRules => {
  const known = new Map<string, Compiled>();
  const joined = new Map<
    string,
    { readonly own: unknown; readonly shared: unknown; readonly sets: readonly RuleSet[] }
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
      withdraw({ tenantId: row.tenant_id, ruleId: row.rule_id, modified: row.modified }, notRunnable);
      return [];
    }
  };

  const enabledRules = (db: ScopedDatabase, tenantIds: readonly string[]) =>
    db
      .selectFrom('rules')
      .where((row) => row('tenant_id', '=', row.fn.any(row.val([...tenantIds]))))
      .where('enabled', '=', true)
      .where('is_deleted', '=', false)
      .where('out_of_service_since', 'is', null);

  /** The compiled rule, if this node already has this version of it. */
  const unchanged = (tenantId: string, ruleId: string, modified: Date): CompiledRule | undefined => {
    const before = known.get(tenantId)?.rules.byId.get(ruleId);
    return before?.rule.modified.getTime() === modified.getTime() ? before : undefined;
  };

  const load = async (db: ScopedDatabase, epochs: ReadonlyMap<string, number>): Promise<void> => {
    const versions = await enabledRules(db, [...epochs.keys()])
      .select(['tenant_id', 'rule_id', 'modified'])
      .orderBy('rule_id')
      .execute();
    const changed = versions.filter((row) => !unchanged(row.tenant_id, row.rule_id, row.modified));
    const rows =
      changed.length === 0
        ? []
        : await enabledRules(db, [...new Set(changed.map((row) => row.tenant_id))])
            .select(runnableColumns)
            .where((row) => row('rule_id', '=', row.fn.any(row.val(changed.map((each) => each.rule_id)))))
            .execute();
    const compiled = new Map(rows.map((row) => [row.rule_id, compile(row)]));
    const byTenant = Map.groupBy(versions, (row) => row.tenant_id);
    for (const [tenantId, epoch] of epochs) {
      const rules = (byTenant.get(tenantId) ?? []).flatMap(
        ({ rule_id, modified }) => compiled.get(rule_id) ?? unchanged(tenantId, rule_id, modified) ?? [],
      );
      known.set(tenantId, { epoch, rules: createRuleSet(rules) });
    }
  };

  const setsOf = (tenantId: string): readonly RuleSet[] => {
    const own = known.get(tenantId)?.rules;
    const shared = tenantId === systemTenantId ? undefined : known.get(systemTenantId)?.rules;
    const before = joined.get(tenantId);
    if (before?.own === own && before?.shared === shared) return before?.sets ?? none;
    const sets = [own, shared].flatMap((set) => (set && set.byId.size > 0 ? [set] : []));
    joined.set(tenantId, { own, shared, sets });
    return sets;
  };

  return {
    async of(db, tenantIds) {
      if (tenantIds.length === 0) return new Map();
      // Hand-written SQL, because every commit of packets runs it.
      const epochs = await db.run<RuleEpochTable>(sql`
        select tenant_id, epoch from rule_epochs
        where tenant_id = any (${[systemTenantId, ...tenantIds]}::uuid[]) and ${db.scopeGuard}
        order by tenant_id
        for share`);
      const changed = epochs.filter(({ tenant_id, epoch }) => known.get(tenant_id)?.epoch !== epoch);
      if (changed.length > 0) await load(db, new Map(changed.map(({ tenant_id, epoch }) => [tenant_id, epoch])));
      return new Map(tenantIds.map((tenantId) => [tenantId, setsOf(tenantId)]));
    },
  };
};
