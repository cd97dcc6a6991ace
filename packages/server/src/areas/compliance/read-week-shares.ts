import { checkDateOf, controlStatuses } from '@cfs/contracts/control-statuses';
import { sql } from 'kysely';
import { systemTenantId, type Context } from '../../platform/context.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Services } from '../../platform/services.ts';

const request = { permission: 'Compliance:view', shared: true } as const;

/** The numbers of controls of a set by status, in a week of the request's tenant. */
export interface WeekShare {
  readonly controlSetId: string;
  readonly name: string;
  readonly controls: number;
  readonly compliant: number;
  /** Controls with a status other than Compliant and Notset. */
  readonly otherwise: number;
}

/**
 * Reads the control sets of the request's tenant and the shared ones that are not retired, by name, with their statuses
 * of the week.
 */
export const readWeekShares = (
  { gate }: Pick<Services, 'gate'>,
  context: Context,
  weekStart: string,
  limit: number,
): Promise<readonly WeekShare[]> =>
  gate.read(context, request, (db) =>
    db.guarded<WeekShare>(sql`
      select listed.control_set_id as "controlSetId", listed.name, count(*)::int as controls,
        count(*) filter (where status.status = ${controlStatuses.Compliant})::int as compliant,
        count(*) filter (where status.status not in (${controlStatuses.Notset}, ${controlStatuses.Compliant}))::int
          as otherwise
      from (
        select control_sets.* from control_sets
        where ${inScope(context, request, 'control_sets.tenant_id')}
          and control_sets.tenant_id in (${context.tenantId}, ${systemTenantId})
          and not control_sets.is_retired
        order by control_sets.name, control_sets.control_set_id
        limit ${limit}
      ) listed
      join controls control on control.tenant_id = listed.tenant_id
        and control.control_set_id = listed.control_set_id and not control.is_retired
      left join control_statuses status on status.tenant_id = ${context.tenantId}
        and status.control_id = control.control_id and status.check_date = ${checkDateOf(weekStart)}
      group by listed.control_set_id, listed.name
      order by listed.name, listed.control_set_id`),
  );
