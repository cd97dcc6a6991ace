import { randomUUID } from 'node:crypto';
import type { BusinessCalendar, BusinessCalendarCreate, BusinessCalendarUpdate } from '@cfs/contracts/service-levels';
import { serviceLevelMessages } from '@cfs/contracts/service-levels';
import type { Permission } from '@cfs/contracts/permissions';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { expectModified } from '../../../platform/modified.ts';
import { toTenantId } from '../../../platform/odata/wire-form.ts';
import { conflict, invalid, notFound } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { ownerTenant } from '../../tenants/owner-tenant.ts';
import type { BusinessCalendarRow } from './calendar-table.ts';

type Needs = Pick<Services, 'gate'>;

/** A calendar in its JSON form. */
export const toBusinessCalendar = (row: BusinessCalendarRow): BusinessCalendar => ({
  businessCalendarId: row.business_calendar_id,
  tenantId: toTenantId(row.tenant_id),
  name: row.name,
  timeZone: row.time_zone,
  isAlwaysOpen: row.is_always_open,
  hours: [...row.hours],
  holidays: [...row.holidays],
  modified: row.modified.toISOString(),
});

const byDate = (holidays: BusinessCalendar['holidays']): string =>
  JSON.stringify(holidays.toSorted((one, other) => one.date.localeCompare(other.date)));

/**
 * Creates a calendar.
 *
 * @throws 404 for a tenant without the permission, 403 for a shared calendar without the permission in all tenants.
 */
export const createCalendar = (
  services: Needs,
  context: Context,
  body: BusinessCalendarCreate,
): Promise<BusinessCalendar> =>
  services.gate.write(context, 'WorkUnits.ServiceLevels:create', async (db, change) => {
    const tenantId = await ownerTenant(db, context, 'WorkUnits.ServiceLevels:create', body.tenantId);
    const row = await db
      .insertInto('business_calendars')
      .values({
        tenant_id: tenantId,
        business_calendar_id: randomUUID(),
        name: body.name,
        time_zone: body.timeZone,
        is_always_open: body.isAlwaysOpen,
        hours: JSON.stringify(body.hours),
        holidays: byDate(body.holidays),
        ...change.created(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = toBusinessCalendar(row);
    await change.record({ entity: 'BusinessCalendar', id: row.business_calendar_id, tenantId, after });
    return after;
  });

/** Returns the calendar, locked. Throws 404 for a calendar that the caller may not change. */
const lockCalendar = async (
  db: ScopedDatabase,
  context: Context,
  permission: Permission,
  calendarId: string,
): Promise<BusinessCalendarRow> => {
  const row = await db
    .selectFrom('business_calendars')
    .selectAll()
    .where('business_calendar_id', '=', calendarId)
    .where(inScope(context, permission, 'business_calendars.tenant_id'))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('BusinessCalendar');
  return row;
};

/**
 * Changes the fields that the body contains; `modified` is the optimistic lock. Due times of running clocks do not
 * change.
 *
 * @throws 404 for a calendar that the caller may not change, 409 for a stale `modified`, 400 without opening hours.
 */
export const updateCalendar = (
  services: Needs,
  context: Context,
  calendarId: string,
  body: BusinessCalendarUpdate,
): Promise<BusinessCalendar> =>
  services.gate.write(context, 'WorkUnits.ServiceLevels:edit', async (db, change) => {
    const row = await lockCalendar(db, context, 'WorkUnits.ServiceLevels:edit', calendarId);
    const tenantId = row.tenant_id;
    if (body.tenantId !== undefined && body.tenantId !== toTenantId(tenantId))
      throw invalid({ TenantId: ['The tenant of a calendar cannot be changed.'] });
    expectModified(row.modified, body.modified);
    const isAlwaysOpen = body.isAlwaysOpen ?? row.is_always_open;
    const hours = body.hours ?? row.hours;
    if (!isAlwaysOpen && hours.length === 0) throw invalid({ Hours: [serviceLevelMessages.hoursMissing] });
    const stored = await db
      .updateTable('business_calendars')
      .set({
        name: body.name ?? row.name,
        time_zone: body.timeZone ?? row.time_zone,
        is_always_open: isAlwaysOpen,
        hours: JSON.stringify(hours),
        holidays: byDate([...(body.holidays ?? row.holidays)]),
        ...change.modified(row),
      })
      .where('tenant_id', '=', tenantId)
      .where('business_calendar_id', '=', calendarId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const [before, after] = [toBusinessCalendar(row), toBusinessCalendar(stored)];
    await change.record({ entity: 'BusinessCalendar', id: calendarId, tenantId, before, after });
    return after;
  });

/** Whether a target or an open clock names the calendar. */
const isInUse = async (db: ScopedDatabase, calendarId: string): Promise<boolean> => {
  const target = await db
    .selectFrom('service_level_targets')
    .select('service_level_target_id')
    .where('business_calendar_id', '=', calendarId)
    .limit(1)
    .executeTakeFirst();
  const clock = await db
    .selectFrom('service_level_clocks')
    .select('kind')
    .where('business_calendar_id', '=', calendarId)
    .where('ended', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return target !== undefined || clock !== undefined;
};

/** Deletes a calendar. Throws 404 for one that the caller may not delete, 409 if a target or an open clock names it. */
export const deleteCalendar = (services: Needs, context: Context, calendarId: string): Promise<void> =>
  services.gate.write(context, 'WorkUnits.ServiceLevels:delete', async (db, change) => {
    const row = await lockCalendar(db, context, 'WorkUnits.ServiceLevels:delete', calendarId);
    const tenantId = row.tenant_id;
    if (await isInUse(db, calendarId)) throw conflict('The calendar is in use by targets or open work units.');
    await db
      .deleteFrom('business_calendars')
      .where('tenant_id', '=', tenantId)
      .where('business_calendar_id', '=', calendarId)
      .execute();
    await change.record({ entity: 'BusinessCalendar', id: calendarId, tenantId, before: toBusinessCalendar(row) });
  });

const viewed = { permission: 'WorkUnits.ServiceLevels:view', shared: true } as const;

/** Returns a calendar with its hours and holidays. Throws 404 for one outside the caller's scope. */
export const readCalendar = (services: Needs, context: Context, calendarId: string): Promise<BusinessCalendar> =>
  services.gate.read(context, viewed, async (db) => {
    const row = await db
      .selectFrom('business_calendars')
      .selectAll()
      .where('business_calendar_id', '=', calendarId)
      .where(inScope(context, viewed, 'business_calendars.tenant_id'))
      .executeTakeFirst();
    if (!row) throw notFound('BusinessCalendar');
    return toBusinessCalendar(row);
  });
