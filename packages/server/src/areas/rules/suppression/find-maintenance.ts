import { ruleTypes } from '@cfs/contracts/rule-types';
import { sql } from 'kysely';
import { systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { readEntityFacts } from '../../blocks/read-entity-facts.ts';
import { compileStoredRule } from '../conditions/compile-stored-rule.ts';
import { runnableColumns } from '../conditions/runnable-rule.ts';
import type { CompiledRule } from '../evaluation/compile-rule.ts';
import type { MatchKey } from '../matches/match-writes.ts';
import { timeOccurrencesWithin } from '../occurrences/time-occurrences.ts';
import type { FindSuppressions } from './suppression.ts';
import { subjectEntity } from '../evaluation/subject-entity.ts';

/** Milliseconds that the search for the end of a window looks ahead; a window that ends later is checked again then. */
const sightMilliseconds = 7 * 86_400_000;

/** The Maintenance rules of the tenants, and those of all tenants, whose window is open. */
const readOpenWindows = async (
  db: ScopedDatabase,
  tenantIds: readonly string[],
  now: Date,
): Promise<CompiledRule[]> => {
  const rows = await db
    .selectFrom('rules')
    .select(runnableColumns)
    .where((row) => row('tenant_id', '=', row.fn.any(row.val([systemTenantId, ...tenantIds]))))
    .where('rule_type_id', '=', sql.lit(ruleTypes.Maintenance))
    .where('enabled', '=', sql.lit(true))
    .where('is_deleted', '=', sql.lit(false))
    .where('out_of_service_since', 'is', null)
    .orderBy('rule_id')
    .execute();
  return rows.flatMap((row) => compileStoredRule(row) ?? []).filter(({ isInTime }) => isInTime(now.getTime()));
};

/** When the open window of a rule ends, up to the limit of the search. */
const endOfWindow = ({ rule }: CompiledRule, now: Date): Date => {
  const from = now.getTime();
  const occurrences = rule.timeConditions
    ? timeOccurrencesWithin(from, from + sightMilliseconds)(rule.timeConditions)
    : [];
  const open = occurrences.find(({ start, finish }) => (start ?? -Infinity) <= from && (finish ?? Infinity) > from);
  return new Date(open?.finish ?? from + sightMilliseconds);
};

/** For each match, the open windows whose scope contains it (docs/reference/rules.md#maintenance). */
export const findOpenWindows = async (
  db: ScopedDatabase,
  subjects: readonly MatchKey[],
  now: Date,
): Promise<readonly (readonly CompiledRule[])[]> => {
  const windows = await readOpenWindows(db, [...new Set(subjects.map(({ tenantId }) => tenantId))], now);
  if (windows.length === 0) return subjects.map(() => []);
  const facts = await readEntityFacts(
    db,
    subjects.map(({ tenantId, subjectId }) => ({ tenantId, entityId: subjectId })),
  );
  return subjects.map(({ tenantId, subjectId, ruleId }) => {
    const fact = facts.of(tenantId, subjectId);
    const subject = {
      timestamp: now,
      message: {},
      ...subjectEntity({ tenantId, entityId: subjectId }, fact),
      activeRules: new Set([ruleId]),
    };
    return windows.filter((window) => window.isInScope(subject) && window.truths(subject).includes(true));
  });
};

/** For each match, the maintenance window that ends last. */
export const findMaintenance: FindSuppressions = async (db, subjects, now) => {
  const found = await findOpenWindows(db, subjects, now);
  return found.map((windows) =>
    windows
      .map((window) => ({
        reason: `Maintenance: ${window.rule.name}`,
        until: endOfWindow(window, now),
        isMaintenance: true,
      }))
      .reduce<{ reason: string; until: Date; isMaintenance: boolean } | undefined>(
        (one, other) => (one === undefined || other.until > one.until ? other : one),
        undefined,
      ),
  );
};
