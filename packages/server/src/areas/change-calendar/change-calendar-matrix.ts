import { randomInt, randomUUID } from 'node:crypto';
import type { AreaMatrix } from '../../testing/matrix-example.ts';

const calendar = '/v1/workunits/calendar?from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z';

/** A change and a maintenance window of the same day. */
export const changeCalendarMatrix: AreaMatrix = {
  area: 'change-calendar',
  async seed(database, tenantId) {
    // Long enough that no response contains it by chance.
    const ids = { tenantId, workUnitId: String(randomInt(1_000_000_000, 2_000_000_000)), ruleId: randomUUID() };
    await database.asOwner(
      `insert into cfs.work_units (tenant_id, work_unit_id, internal_work_unit_id, title, severity, state, work_unit_type_id, planned_start_time, planned_finish_time, created, created_by, modified, modified_by)
       values ($1, $2, gen_random_uuid(), 'Planned', 1, 2, 2, '2026-03-01T10:00:00Z', '2026-03-01T11:00:00Z', now(), 'matrix', now(), 'matrix')`,
      [tenantId, ids.workUnitId],
    );
    await database.asOwner(
      `insert into cfs.rules (tenant_id, rule_id, enabled, name, rule_type_id, match_lifetime_seconds, match_lifetime,
         use_sliding_expiration, time_conditions, conditions, match_actions, expiration_actions, is_deleted, created,
         created_by, modified, modified_by)
       values ($1, $2, true, 'Matrix', 5, 300, '00:05:00', false,
         '{"TimeZoneId":"Etc/UTC","StartRange":"2026-03-01T10:00:00Z","EndRange":"2026-03-01T12:00:00Z"}', '[]', '[]',
         '[]', false, now(), 'matrix', now(), 'matrix')`,
      [tenantId, ids.ruleId],
    );
    return ids;
  },
  examples: [
    { route: 'GET /v1/workunits/calendar', place: 'none', request: () => ({ url: calendar }), foreign: 'empty' },
    {
      route: 'GET /v1/workunits/calendar',
      place: 'lookup',
      request: ({ tenantId }) => ({ url: `${calendar}&tenantIds=${tenantId}` }),
      foreign: 'empty',
    },
  ],
};
