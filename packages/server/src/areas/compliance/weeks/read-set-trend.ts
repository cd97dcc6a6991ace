import type { ControlSetTrend, WeeksQuery } from '@cfs/contracts/compliance';
import { checkDateOf, controlStatuses, type ControlStatusName } from '@cfs/contracts/control-statuses';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Services } from '../../../platform/services.ts';
import { listSetControls } from '../list-set-controls.ts';
import { requestedWeeks } from './requested-weeks.ts';

const permission = 'Compliance:view';
const nothingRecorded: Record<ControlStatusName, number> = {
  Notset: 0,
  Compliant: 0,
  NonCompliant: 0,
  Poam: 0,
  Exempt: 0,
};

/**
 * How many controls of a set had each status in each of the weeks, counted in the database. Retired controls
 * are left out.
 *
 * @throws 404 for a tenant or control set out of reach.
 */
export const readSetTrend = ({ gate }: Pick<Services, 'gate'>, context: Context, setId: string, query: WeeksQuery) =>
  gate.lagging.read(context, { permission, shared: true }, async (db): Promise<ControlSetTrend> => {
    const { tenantId, controlSetId, weeks, first, last } = await requestedWeeks(db, context, setId, query);
    const controls = await listSetControls(db, context, controlSetId);
    const countOf = (status: ControlStatusName) =>
      sql<number>`count(*) filter (where control_statuses.status = ${sql.lit(controlStatuses[status])})::int`.as(
        status,
      );
    const rows = await db
      .selectFrom('control_statuses')
      .where('control_statuses.tenant_id', '=', tenantId)
      .where(sql<boolean>`control_statuses.control_id = any (${controls.map(({ id }) => id)}::uuid[])`)
      .where('control_statuses.check_date', '>=', new Date(checkDateOf(first)))
      .where('control_statuses.check_date', '<=', new Date(checkDateOf(last)))
      .where(inScope(context, permission, 'control_statuses.tenant_id'))
      .groupBy('control_statuses.check_date')
      .select('control_statuses.check_date')
      .select([countOf('Notset'), countOf('Compliant'), countOf('NonCompliant'), countOf('Poam'), countOf('Exempt')])
      .execute();
    const byWeek = new Map(
      rows.map(({ check_date, ...counts }) => [check_date.toISOString().slice(0, 10), counts] as const),
    );
    return {
      controls: controls.length,
      weeks: weeks.map((week) => ({ week, ...(byWeek.get(week) ?? nothingRecorded) })),
    };
  });
