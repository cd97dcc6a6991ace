import { serviceLevelClockKinds } from '@cfs/contracts/service-level-enumerations';
import { systemTenantId } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { AppliedTarget, UnitFacts } from '../clocks/clock-state.ts';

/** The targets of a unit, by the kind of the clock; without one there is no clock. */
export type UnitTargets = ReadonlyMap<number, AppliedTarget>;

/**
 * The targets of a unit of the tenant: those of the most specific row (docs/reference/service-levels.md#targets). Reads
 * shared rows.
 */
export const findTargets = async (
  db: ScopedDatabase,
  tenantId: string,
  { severity, work_unit_type_id: typeId }: Pick<UnitFacts, 'severity' | 'work_unit_type_id'>,
): Promise<UnitTargets> => {
  const row = await db
    .selectFrom('service_level_targets')
    .select(['response_minutes', 'resolution_minutes', 'warning_percent', 'business_calendar_id'])
    .where('tenant_id', 'in', [tenantId, systemTenantId])
    .where((where) => where.or([where('work_unit_type_id', '=', typeId), where('work_unit_type_id', 'is', null)]))
    .where((where) => where.or([where('severity', '=', severity), where('severity', 'is', null)]))
    .orderBy((by) => by('tenant_id', '=', tenantId), 'desc')
    .orderBy((by) => by('work_unit_type_id', 'is not', null), 'desc')
    .orderBy((by) => by('severity', 'is not', null), 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return new Map();
  const { warning_percent: warningPercent, business_calendar_id: calendarId } = row;
  return new Map(
    [
      [serviceLevelClockKinds.Response, row.response_minutes] as const,
      [serviceLevelClockKinds.Resolution, row.resolution_minutes] as const,
    ].flatMap(([kind, minutes]) => (minutes === null ? [] : [[kind, { minutes, warningPercent, calendarId }]])),
  );
};
