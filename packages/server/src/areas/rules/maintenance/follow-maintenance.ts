import { sql } from 'kysely';
import type { TimerHandler } from '../../../platform/durable-work/step-handler.ts';
import type { Services } from '../../../platform/services.ts';
import { systemTenantId } from '../../../platform/context.ts';
import { recordSet } from '../../../platform/database/record-set.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { matchReleaseTimer } from '../matches/record-match-work.ts';
import { timeOccurrencesWithin } from '../occurrences/time-occurrences.ts';
import { findOpenWindows } from '../suppression/find-maintenance.ts';
import { withheld } from '../suppression/withheld.ts';
import { findTimedRule, type TimedRule } from '../timers/find-timed-rule.ts';

/** Milliseconds that the search for the next window looks ahead. */
const sightMilliseconds = 7 * 86_400_000;

const openMatches = (db: ScopedDatabase, tenantId: string) =>
  db
    .selectFrom('rule_matches')
    .select([
      'tenant_id as tenantId',
      'rule_match_id as ruleMatchId',
      'rule_id as ruleId',
      'subject_id as subjectId',
      'in_maintenance',
      'withheld',
    ])
    .where((row) => row.or([row('ended', 'is', null), row('withheld', '>', withheld.Nothing)]))
    .$if(tenantId !== systemTenantId, (query) => query.where('tenant_id', '=', tenantId))
    .orderBy('tenant_id')
    .orderBy('rule_match_id')
    .execute();

/** The next time at which the window of the rule opens or closes, at most seven days ahead. */
const nextChange = ({ compiled }: TimedRule, now: Date): Date => {
  const from = now.getTime();
  const { timeConditions } = compiled.rule;
  const times = timeConditions ? timeOccurrencesWithin(from, from + sightMilliseconds)(timeConditions) : [];
  const changes = times.flatMap(({ start, finish }) => [start, finish]).filter((time) => time !== null && time > from);
  return new Date(Math.min(from + sightMilliseconds, ...changes.map(Number)));
};

/**
 * Updates which open matches are in a maintenance window when a window opens or closes or its rule changes, and
 * schedules a check of the matches whose actions a window held back.
 */
export const followMaintenance: TimerHandler<
  Pick<Services, 'work' | 'gate' | 'clock' | 'log' | 'metrics' | 'snapshot'>
> = async (db, { context }, timer, services) => {
  const now = context.clock.now();
  const timed = await findTimedRule(services, db, timer);
  const matches = await openMatches(db, timer.tenantId);
  const windows = await findOpenWindows(db, matches, now);
  const changed = matches
    .map((match, index) => ({ ...match, inMaintenance: (windows[index]?.length ?? 0) > 0 }))
    .filter((match) => match.inMaintenance !== match.in_maintenance);
  if (changed.length > 0) {
    await db
      .updateTable('rule_matches')
      .from(
        recordSet(
          'change',
          { tenantId: 'uuid', ruleMatchId: 'uuid', inMaintenance: 'boolean' },
          changed.map(({ tenantId, ruleMatchId, inMaintenance }) => ({ tenantId, ruleMatchId, inMaintenance })),
        ),
      )
      .set({ in_maintenance: sql<boolean>`change."inMaintenance"` })
      .whereRef('rule_matches.tenant_id', '=', 'change.tenantId')
      .whereRef('rule_matches.rule_match_id', '=', 'change.ruleMatchId')
      .execute();
  }
  await services.work.schedule(
    db,
    matches
      .filter((match) => match.withheld > withheld.Nothing)
      .map(({ tenantId, ruleMatchId }) => ({ tenantId, kind: matchReleaseTimer, key: ruleMatchId, due: now })),
  );
  return timed && nextChange(timed, now);
};
