import { serviceLevelClockKinds } from '@cfs/contracts/service-level-enumerations';
import { systemTenantId } from '../../../platform/context.ts';
import { deduplicated } from '../../../platform/database/batched-calls.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { AppliedTarget, UnitFacts } from '../clocks/clock-state.ts';

/** The targets of a unit by the kind of the clock; a kind without a target has no clock. */
export type UnitTargets = ReadonlyMap<number, AppliedTarget>;

interface Wanted extends Pick<UnitFacts, 'severity' | 'work_unit_type_id'> {
  readonly tenantId: string;
}

const readTargets = async (
  db: ScopedDatabase,
  { tenantId, severity, work_unit_type_id: typeId }: Wanted,
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

/** Runs the statement once for all units of one tenant, severity and type in one turn of the event loop. */
const readTargetsOnce = deduplicated(
  ({ tenantId, severity, work_unit_type_id: typeId }: Wanted) => `${tenantId} ${severity} ${typeId}`,
  readTargets,
);

/**
 * Returns the targets of a unit of the tenant: those of the most specific row
 * (docs/reference/service-levels.md#targets). Reads shared rows.
 */
export const findTargets = (
  db: ScopedDatabase,
  tenantId: string,
  { severity, work_unit_type_id }: Pick<UnitFacts, 'severity' | 'work_unit_type_id'>,
): Promise<UnitTargets> => readTargetsOnce(db, { tenantId, severity, work_unit_type_id });
