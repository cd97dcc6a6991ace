import { builtInActions } from '@cfs/contracts/action-enumerations';
import type { RuleAction } from '@cfs/contracts/rules';
import { sql } from 'kysely';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { recordSet } from '../../../platform/database/record-set.ts';
import type { TimerOrder } from '../../../platform/durable-work/work-order.ts';

/** Kind of the timers that send the digest of a rule; the key is the rule's id. */
export const ruleDigestTimer = 'rule-digest';

const hourMilliseconds = 3_600_000;

interface RuleKey {
  readonly tenantId: string;
  readonly ruleId: string;
}

/** The actions of a match whose rule has a limit. */
interface LimitedActions extends RuleKey {
  readonly ruleMatchId: string;
  readonly limit: number;
  /** Number of actions that count. */
  readonly count: number;
}

/** The number of actions that may run; the digest reports the others. */
export interface Allowance {
  readonly running: number;
  /** When the hour of the rule ends, and its digest is sent. */
  readonly hourEnds: Date;
}

/** Whether an action counts for the limit. Colours show the present state, so they are neither counted nor limited. */
export const isCounted = ({ ActionDefinitionId }: RuleAction): boolean =>
  ActionDefinitionId !== builtInActions.setColor;

const keyOf = ({ tenantId, ruleId }: RuleKey): string => `${tenantId} ${ruleId}`;
const keyTypes = { tenantId: 'uuid', ruleId: 'uuid' };

interface Budget extends RuleKey {
  readonly began: Date;
  readonly used: number;
}

/**
 * Starts a new hour for budgets whose hour has passed, and locks the budgets until the transaction ends, always in the
 * same order.
 */
const lockBudgets = async (
  db: ScopedDatabase,
  keys: readonly RuleKey[],
  now: Date,
): Promise<ReadonlyMap<string, Budget>> => {
  const over = new Date(now.getTime() - hourMilliseconds);
  const rows = await db.run<Budget>(sql`
    insert into rule_action_budgets (tenant_id, rule_id, began, used, held)
    select wanted."tenantId", wanted."ruleId", ${now}::timestamptz, 0, 0 from ${recordSet('wanted', keyTypes, keys)}
    where ${db.scopeGuard}
    order by wanted."tenantId", wanted."ruleId"
    on conflict (tenant_id, rule_id) do update
    set began = case when rule_action_budgets.began <= ${over} then excluded.began else rule_action_budgets.began end,
        used = case when rule_action_budgets.began <= ${over} then 0 else rule_action_budgets.used end
    returning tenant_id as "tenantId", rule_id as "ruleId", began, used`);
  return new Map(rows.map((row) => [keyOf(row), row]));
};

/** Stores the spent actions. Returns the rules that had no held actions before. */
const storeSpent = async (
  db: ScopedDatabase,
  spent: readonly (RuleKey & { readonly running: number; readonly held: number })[],
): Promise<readonly RuleKey[]> =>
  db
    .updateTable('rule_action_budgets as budget')
    .from(recordSet('spent', { ...keyTypes, running: 'integer', held: 'integer' }, spent))
    .set({ used: sql<number>`budget.used + spent.running`, held: sql<number>`budget.held + spent.held` })
    .whereRef('budget.tenant_id', '=', 'spent.tenantId')
    .whereRef('budget.rule_id', '=', 'spent.ruleId')
    .returning([
      'budget.tenant_id as tenantId',
      'budget.rule_id as ruleId',
      sql<boolean>`spent.held > 0 and budget.held = spent.held`.as('isFirst'),
    ])
    .execute()
    .then((rows) => rows.filter(({ isFirst }) => isFirst));

/** Marks each match for the next digest of its rule. */
const storeDigested = async (
  db: ScopedDatabase,
  matches: readonly { readonly tenantId: string; readonly ruleMatchId: string }[],
): Promise<void> => {
  await db
    .updateTable('rule_matches')
    .from(
      recordSet(
        'digested',
        { tenantId: 'uuid', ruleMatchId: 'uuid' },
        matches.map(({ tenantId, ruleMatchId }) => ({ tenantId, ruleMatchId })),
      ),
    )
    .set({ in_digest: true })
    .whereRef('rule_matches.tenant_id', '=', 'digested.tenantId')
    .whereRef('rule_matches.rule_match_id', '=', 'digested.ruleMatchId')
    .execute();
};

/** Budgets of rules, locked until the transaction ends. */
interface OpenBudgets {
  /** Deducts the actions of a match from the budget of its rule, as far as it lasts. */
  spend(asked: LimitedActions): Allowance;
  /** Stores the spent actions. Returns the timers of the resulting digests. */
  store(): Promise<readonly TimerOrder[]>;
}

/** Locks the budgets of the rules; duplicates are allowed. `spend` may only be called for these rules. */
export const openBudgets = async (db: ScopedDatabase, rules: readonly RuleKey[], now: Date): Promise<OpenBudgets> => {
  const keys = [...new Map(rules.map((rule) => [keyOf(rule), rule])).values()].map(({ tenantId, ruleId }) => ({
    tenantId,
    ruleId,
  }));
  const budgets = keys.length > 0 ? await lockBudgets(db, keys, now) : new Map<string, Budget>();
  const hourEnds = (key: RuleKey): Date =>
    new Date((budgets.get(keyOf(key))?.began ?? now).getTime() + hourMilliseconds);
  const spent = new Map<string, RuleKey & { readonly running: number; readonly held: number }>();
  const digested: { readonly tenantId: string; readonly ruleMatchId: string }[] = [];
  return {
    spend({ tenantId, ruleId, ruleMatchId, limit, count }) {
      const key = { tenantId, ruleId };
      const before = spent.get(keyOf(key)) ?? { running: 0, held: 0 };
      const used = (budgets.get(keyOf(key))?.used ?? 0) + before.running;
      const running = Math.max(0, Math.min(count, limit - used));
      spent.set(keyOf(key), { ...key, running: before.running + running, held: before.held + count - running });
      if (running < count) digested.push({ tenantId, ruleMatchId });
      return { running, hourEnds: hourEnds(key) };
    },
    async store() {
      if (spent.size === 0) return [];
      const first = await storeSpent(db, [...spent.values()]);
      if (digested.length > 0) await storeDigested(db, digested);
      return first.map(({ tenantId, ruleId }) => ({
        tenantId,
        kind: ruleDigestTimer,
        key: ruleId,
        due: hourEnds({ tenantId, ruleId }),
      }));
    },
  };
};

/** The number of actions that a rule may still run in its present hour, and when that hour ends. Only reads. */
export const readBudget = async (
  db: ScopedDatabase,
  { tenantId, ruleId }: RuleKey,
  limit: number,
  now: Date,
): Promise<Allowance> => {
  const budget = await db
    .selectFrom('rule_action_budgets')
    .select(['began', 'used'])
    .where('tenant_id', '=', tenantId)
    .where('rule_id', '=', ruleId)
    .executeTakeFirst();
  const began = budget && budget.began.getTime() + hourMilliseconds > now.getTime() ? budget.began : now;
  const used = began === budget?.began ? budget.used : 0;
  return { running: Math.max(0, limit - used), hourEnds: new Date(began.getTime() + hourMilliseconds) };
};
