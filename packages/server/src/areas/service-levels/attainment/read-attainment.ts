import { nameOf } from '@cfs/contracts/name-of';
import { serviceLevelClockKinds, serviceLevelOutcomes } from '@cfs/contracts/service-level-enumerations';
import type { AttainmentRow } from '@cfs/contracts/service-levels';
import { severities } from '@cfs/contracts/work-unit-enumerations';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Services } from '../../../platform/services.ts';
import { expectTenant } from '../../tenants/expect-tenant.ts';

const day = 86_400_000;

/** The Monday at or before a moment, at midnight in UTC. */
const mondayOf = (moment: Date): Date => {
  const today = Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate());
  return new Date(today - ((moment.getUTCDay() + 6) % 7) * day);
};

/**
 * Returns how many clocks were met and breached in each of the last weeks, the current one included, by kind and
 * severity: in all tenants in which the caller views work units, or in one of them. Weeks without outcomes are omitted.
 *
 * @throws 404 for a tenant in which the caller does not view work units.
 */
export const readAttainment = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  { weeks, tenantId }: { readonly weeks: number; readonly tenantId?: string | undefined },
): Promise<AttainmentRow[]> =>
  gate.lagging.read(context, 'WorkUnits:view', async (db) => {
    if (tenantId !== undefined) await expectTenant(db, context, 'WorkUnits:view', tenantId);
    const from = new Date(mondayOf(context.clock.now()).getTime() - (weeks - 1) * 7 * day);
    const week = sql<string>`to_char(date_trunc('week', settled at time zone 'UTC'), 'YYYY-MM-DD')`;
    const countOf = (outcome: keyof typeof serviceLevelOutcomes) =>
      sql<number>`count(*) filter (where outcome = ${serviceLevelOutcomes[outcome]})::int`;
    let query = db
      .selectFrom('service_level_clocks')
      .select([week.as('week'), 'kind', 'severity', countOf('Met').as('met'), countOf('Breached').as('breached')])
      .where('settled', '>=', from)
      .where('outcome', 'is not', null)
      .where(inScope(context, 'WorkUnits:view', 'service_level_clocks.tenant_id'))
      .groupBy([week, 'kind', 'severity'])
      .orderBy('week')
      .orderBy('kind')
      .orderBy('severity');
    if (tenantId !== undefined) query = query.where('tenant_id', '=', tenantId);
    const rows = await query.execute();
    return rows.map((row) => ({
      week: row.week,
      kind: nameOf(serviceLevelClockKinds, row.kind),
      severityId: nameOf(severities, row.severity),
      met: row.met,
      breached: row.breached,
    }));
  });
