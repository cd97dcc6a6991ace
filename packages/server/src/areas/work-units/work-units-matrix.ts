import { randomInt, randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';

const incident = { title: 'From the matrix', severityId: 'Sev2', workUnitTypeId: 1 };

/** Long enough that no answer holds it by chance. */
const aNumber = (): number => randomInt(1_000_000_000, 2_000_000_000);

export const workUnitsMatrix: AreaMatrix = {
  area: 'work-units',
  async seed(database, tenantId) {
    const ids = {
      tenantId,
      workUnitId: String(aNumber()),
      internalWorkUnitId: randomUUID(),
      workUnitCategoryId: String(aNumber()),
    };
    await database.asOwner(
      `insert into cfs.work_unit_categories (tenant_id, work_unit_category_id, name, work_unit_type_id, is_enabled, is_visible_in_resolution_center, created, created_by, modified, modified_by)
       values ($1, $2, 'Hardware', 1, true, true, now(), 'matrix', now(), 'matrix')`,
      [tenantId, ids.workUnitCategoryId],
    );
    await database.asOwner(
      `insert into cfs.work_units (tenant_id, work_unit_id, internal_work_unit_id, title, severity, state, work_unit_type_id, work_unit_category_id, created, created_by, modified, modified_by)
       values ($1, $2, $3, 'Seeded by the matrix', 1, 2, 1, $4, now(), 'matrix', now(), 'matrix')`,
      [tenantId, ids.workUnitId, ids.internalWorkUnitId, ids.workUnitCategoryId],
    );
    return ids;
  },
  examples: [
    ...listExamples('/v1/workunits', (ids) => `internalWorkUnitId eq ${ids['internalWorkUnitId']}`),
    {
      route: 'GET /v1/workunits',
      place: 'expand',
      request: (ids) => ({
        url: `/v1/workunits?$filter=internalWorkUnitId eq ${ids['internalWorkUnitId']}&$expand=tenant,category`,
      }),
      foreign: 'empty',
    },
    {
      route: 'GET /v1/workunits/:workUnitId',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunits/${ids['workUnitId']}` }),
      foreign: 404,
    },
    {
      route: 'PUT /v1/workunits',
      place: 'body',
      request: (ids) => ({ url: '/v1/workunits', body: { ...incident, tenantId: ids['tenantId'] } }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'PUT /v1/workunits',
      place: 'body',
      request: (ids) => ({
        url: '/v1/workunits',
        body: { ...incident, workUnitCategoryId: Number(ids['workUnitCategoryId']) },
      }),
      allowed: 201,
      foreign: 400,
    },
    {
      route: 'PATCH /v1/workunits/:workUnitId',
      place: 'path',
      request: (ids) => ({
        url: `/v1/workunits/${ids['workUnitId']}`,
        body: [
          { op: 'test', path: '/effort', value: null },
          { op: 'replace', path: '/effort', value: 3 },
        ],
      }),
      foreign: 404,
    },
    {
      route: 'GET /v1/workunits/GetWorkUnitHistoryRecords',
      place: 'parameter',
      request: (ids) => ({ url: `/v1/workunits/GetWorkUnitHistoryRecords(workUnitId=${ids['workUnitId']})` }),
      foreign: 404,
    },
    {
      route: 'GET /v1/workunits/:workUnitId/externalNotes',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunits/${ids['workUnitId']}/externalNotes` }),
      foreign: 404,
    },
    {
      route: 'PUT /v1/workunitnotes',
      place: 'body',
      request: (ids) => ({
        url: '/v1/workunitnotes',
        body: { workUnitId: Number(ids['workUnitId']), detail: 'From the matrix' },
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'POST /v1/workunitnotes/callme/:workUnitId',
      place: 'path',
      request: (ids) => ({ url: `/v1/workunitnotes/callme/${ids['workUnitId']}` }),
      foreign: 404,
    },
    {
      route: 'GET /api/generalLookup/approval',
      place: 'none',
      request: () => ({ url: '/api/generalLookup/approval?approverId=somebody@example.com' }),
      foreign: 'same',
    },
  ],
};
