import type { ControlSetHistory, WeeksQuery } from '@cfs/contracts/compliance';
import { checkDateOf, noRecordSign } from '@cfs/contracts/control-statuses';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Services } from '../../../platform/services.ts';
import { listSetControls } from '../list-set-controls.ts';
import { requestedWeeks } from './requested-weeks.ts';

const permission = 'Compliance:view';
const weekMilliseconds = 604_800_000;
/**
 * The status of each control of a set in each of the weeks, in the order of the checklist.
 *
 * @throws 404 for a tenant or control set out of reach.
 */
export const readSetHistory = ({ gate }: Pick<Services, 'gate'>, context: Context, setId: string, query: WeeksQuery) =>
  gate.lagging.read(context, { permission, shared: true }, async (db): Promise<ControlSetHistory> => {
    const { tenantId, controlSetId, weeks, first, last } = await requestedWeeks(db, context, setId, query);
    const controls = await listSetControls(db, context, controlSetId);
    const rows = await db
      .selectFrom('control_statuses')
      .select(['control_id', 'check_date', 'status'])
      .where('tenant_id', '=', tenantId)
      .where('check_date', '>=', new Date(checkDateOf(first)))
      .where('check_date', '<=', new Date(checkDateOf(last)))
      .where(sql<boolean>`control_id = any (${controls.map(({ id }) => id)}::uuid[])`)
      .where(inScope(context, permission, 'control_statuses.tenant_id'))
      .execute();
    const signs = new Map(controls.map(({ id }) => [id, Array<string>(weeks.length).fill(noRecordSign)]));
    const firstTime = Date.parse(checkDateOf(first));
    for (const { control_id, check_date, status } of rows) {
      const ofControl = signs.get(control_id);
      if (ofControl) ofControl[(check_date.getTime() - firstTime) / weekMilliseconds] = String(status);
    }
    return {
      weeks: [...weeks],
      controls: controls.map((control) => ({ ...control, statuses: (signs.get(control.id) ?? []).join('') })),
    };
  });
