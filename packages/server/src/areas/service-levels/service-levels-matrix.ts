import { randomInt, randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';

const hours = [{ day: 1, from: '08:00', until: '17:00' }];

export const serviceLevelsMatrix: AreaMatrix = {
  area: 'service-levels',
  async seed(database, tenantId) {
    const ids = {
      tenantId,
      businessCalendarId: randomUUID(),
      spareCalendarId: randomUUID(),
      serviceLevelTargetId: randomUUID(),
      workUnitId: String(randomInt(1_000_000_000, 2_000_000_000)),
    };
    await database.asOwner('delete from cfs.service_level_targets where tenant_id = $1', [tenantId]);
    for (const id of [ids.businessCalendarId, ids.spareCalendarId])
      await database.asOwner(
        `insert into cfs.business_calendars (tenant_id, business_calendar_id, name, time_zone, is_always_open, hours, holidays, created, created_by, modified, modified_by)
         values ($1, $2, 'Seeded by the matrix', 'UTC', false, '[{"day":1,"from":"08:00","until":"17:00"}]', '[]', now(), 'matrix', now(), 'matrix')`,
        [tenantId, id],
      );
    await database.asOwner(
      `insert into cfs.service_level_targets (tenant_id, service_level_target_id, work_unit_type_id, severity, response_minutes, warning_percent, business_calendar_id, created, created_by, modified, modified_by)
       values ($1, $2, 3, 4, 60, 75, $3, now(), 'matrix', now(), 'matrix')`,
      [tenantId, ids.serviceLevelTargetId, ids.businessCalendarId],
    );
    await database.asOwner(
      `insert into cfs.work_units (tenant_id, work_unit_id, internal_work_unit_id, title, severity, state, work_unit_type_id, created, created_by, modified, modified_by)
       values ($1, $2, gen_random_uuid(), 'Seeded by the matrix', 1, 2, 1, now(), 'matrix', now(), 'matrix')`,
      [tenantId, ids.workUnitId],
    );
    await database.asOwner(
      `insert into cfs.service_level_clocks (tenant_id, work_unit_id, kind, work_unit_type_id, severity, target_minutes, warning_percent, started, elapsed_milliseconds, ended, outcome, settled)
       values ($1, $2, 1, 1, 1, 60, 75, now(), 0, now(), 1, now())`,
      [tenantId, ids.workUnitId],
    );
    return ids;
  },
  examples: [
    ...listExamples('/v1/businesscalendars', (ids) => `businessCalendarId eq ${ids['businessCalendarId']}`),
    {
      route: 'GET /v1/businesscalendars',
      place: 'expand',
      request: ({ tenantId }) => ({
        url: `/v1/businesscalendars?$filter=tenant/tenantId eq ${tenantId}&$expand=tenant`,
      }),
      foreign: 'empty',
    },
    {
      route: 'GET /v1/businesscalendars/:businessCalendarId',
      place: 'path',
      request: (ids) => ({ url: `/v1/businesscalendars/${ids['businessCalendarId']}` }),
      foreign: 404,
    },
    {
      route: 'PUT /v1/businesscalendars',
      place: 'body',
      request: ({ tenantId }) => ({
        url: '/v1/businesscalendars',
        body: { name: 'From the matrix', timeZone: 'UTC', hours, tenantId },
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'POST /v1/businesscalendars/:businessCalendarId',
      place: 'path',
      request: (ids) => ({
        url: `/v1/businesscalendars/${ids['businessCalendarId']}`,
        body: { name: 'Changed by the matrix' },
      }),
      foreign: 404,
    },
    {
      route: 'DELETE /v1/businesscalendars/:businessCalendarId',
      place: 'path',
      request: (ids) => ({ url: `/v1/businesscalendars/${ids['spareCalendarId']}` }),
      allowed: 204,
      foreign: 404,
    },
    {
      route: 'POST /v1/businesscalendars/readholidays',
      place: 'none',
      request: () => ({
        url: '/v1/businesscalendars/readholidays',
        body: { file: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR' },
      }),
      foreign: 'same',
    },
    ...listExamples('/v1/serviceleveltargets', (ids) => `serviceLevelTargetId eq ${ids['serviceLevelTargetId']}`),
    {
      route: 'GET /v1/serviceleveltargets',
      place: 'expand',
      request: ({ tenantId }) => ({
        url: `/v1/serviceleveltargets?$filter=tenant/tenantId eq ${tenantId}&$expand=tenant,workUnitType,businessCalendar`,
      }),
      foreign: 'empty',
    },
    {
      route: 'PUT /v1/serviceleveltargets',
      place: 'body',
      request: ({ tenantId }) => ({ url: '/v1/serviceleveltargets', body: { responseMinutes: 60, tenantId } }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'POST /v1/serviceleveltargets/:serviceLevelTargetId',
      place: 'path',
      request: (ids) => ({
        url: `/v1/serviceleveltargets/${ids['serviceLevelTargetId']}`,
        body: { workUnitTypeId: 3, severityId: 'Sev4', responseMinutes: 30, warningPercent: 50 },
      }),
      foreign: 404,
    },
    {
      route: 'DELETE /v1/serviceleveltargets/:serviceLevelTargetId',
      place: 'path',
      request: (ids) => ({ url: `/v1/serviceleveltargets/${ids['serviceLevelTargetId']}` }),
      allowed: 204,
      foreign: 404,
    },
    {
      route: 'GET /v1/workunits/:workUnitId/serviceLevels',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunits/${ids['workUnitId']}/serviceLevels` }),
      foreign: 'empty',
    },
    {
      route: 'GET /v1/servicelevels/attainment',
      place: 'parameter',
      request: ({ tenantId }) => ({ url: `/v1/servicelevels/attainment?tenantId=${tenantId}` }),
      foreign: 404,
    },
  ],
};
