import { defineEntity } from '../../../platform/odata/entity.ts';
import { tenantEdge } from '../../tenants/tenant-edge.ts';

/** Business calendars of the caller's tenants, and the shared ones. Only a single calendar has hours and holidays. */
export const businessCalendarEntity = defineEntity({
  name: 'BusinessCalendar',
  description: 'When work is done, of one tenant or shared by all.',
  set: 'businesscalendars',
  table: 'business_calendars',
  key: 'businessCalendarId',
  keyColumn: 'business_calendar_id',
  permission: 'WorkUnits.ServiceLevels:view',
  reach: 'visible',
  shared: true,
  properties: {
    businessCalendarId: {
      type: 'guid',
      sql: 'business_calendar_id',
      sort: { oneTenant: 'business_calendars_pkey', allTenants: 'business_calendars_business_calendar_id_key' },
    },
    tenantId: { type: 'guid', sql: 'tenant_id', nullable: true, sort: false },
    name: {
      type: 'string',
      sql: 'name',
      search: true,
      sort: { oneTenant: 'business_calendars_name', allTenants: 'business_calendars_name_all' },
    },
    timeZone: { type: 'string', sql: 'time_zone', search: true },
    isAlwaysOpen: { type: 'boolean', sql: 'is_always_open' },
    holidayCount: { type: 'int32', sql: 'holiday_count' },
    modified: { type: 'dateTimeOffset', sql: 'modified', sort: false },
    modifiedBy: { type: 'string', sql: 'modified_by', sort: false },
  },
  defaultOrder: [{ property: 'name' }],
  edges: { tenant: tenantEdge },
});
