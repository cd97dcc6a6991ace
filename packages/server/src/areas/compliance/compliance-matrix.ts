import { randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';

const [week, nextWeek] = ['2026-11-15T00:00:00.000Z', '2026-11-22T00:00:00.000Z'];
const inTenant = ({ tenantId = '' }: Readonly<Record<string, string>>): string => `tenantId eq ${tenantId}`;

export const complianceMatrix: AreaMatrix = {
  area: 'compliance',
  async seed(database, tenantId) {
    const [controlSetId, controlId, controlStatusId] = [randomUUID(), randomUUID(), randomUUID()];
    await database.asOwner(
      `insert into cfs.control_sets (tenant_id, control_set_id, name, created, created_by, modified, modified_by)
       values ($1, $2, 'Matrix ' || $2::uuid, now(), 'matrix', now(), 'matrix')`,
      [tenantId, controlSetId],
    );
    await database.asOwner(
      `insert into cfs.controls (tenant_id, control_id, control_set_id, position, name, title, created, created_by, modified, modified_by)
       values ($1, $2, $3, 0, 'M-1', 'Seeded by the matrix', now(), 'matrix', now(), 'matrix')`,
      [tenantId, controlId, controlSetId],
    );
    await database.asOwner(
      `insert into cfs.control_statuses (tenant_id, control_status_id, control_id, check_date, status, notes, created, created_by, modified, modified_by)
       values ($1, $2, $3, $4, 1, 'Seeded', now(), 'matrix', now(), 'matrix')`,
      [tenantId, controlStatusId, controlId, week],
    );
    return { tenantId, controlSetId, controlId, controlStatusId };
  },
  examples: [
    ...listExamples('/v1/controlsets', ({ controlSetId }) => `id eq ${controlSetId}`),
    ...listExamples('/v1/controlstatuses', ({ controlStatusId }) => `id eq ${controlStatusId}`),
    {
      route: 'GET /v1/controlsets',
      place: 'expand',
      request: (ids) => ({
        url: `/v1/controlsets?$filter=${inTenant(ids)}&$expand=tenant,controls($expand=controlStatuses($filter=checkDate eq ${week} and ${inTenant(ids)}))`,
      }),
      foreign: 'empty',
    },
    {
      route: 'GET /v1/controlstatuses',
      place: 'expand',
      request: (ids) => ({ url: `/v1/controlstatuses?$filter=${inTenant(ids)}&$expand=tenant` }),
      foreign: 'empty',
    },
    {
      route: 'PUT /v1/controlsets/import',
      place: 'parameter',
      request: ({ tenantId }) => ({
        url: `/v1/controlsets/import?tenantId=${tenantId}`,
        body: { name: `Imported ${randomUUID()}`, controls: [{ name: 'M-1', title: 'From the matrix' }] },
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'POST /v1/controlsets/Export',
      place: 'body',
      request: ({ tenantId, controlSetId }) => ({
        url: '/v1/controlsets/Export()',
        body: { startDate: week, tenantId, controlSetId },
      }),
      foreign: 404,
    },
    {
      route: 'POST /v1/controlsets/:controlSetId/carryover',
      place: 'path',
      request: ({ controlSetId }) => ({
        url: `/v1/controlsets/${controlSetId}/carryover`,
        body: { checkDate: nextWeek },
      }),
      foreign: 404,
    },
    {
      route: 'POST /v1/controlsets/:controlSetId/carryover',
      place: 'body',
      request: ({ controlSetId, tenantId }) => ({
        url: `/v1/controlsets/${controlSetId}/carryover`,
        body: { checkDate: nextWeek, tenantId },
      }),
      foreign: 404,
    },
    {
      route: 'POST /v1/controlstatuses',
      place: 'body',
      request: ({ controlId, tenantId }) => ({
        url: '/v1/controlstatuses',
        body: { checkDate: nextWeek, status: 'Compliant', notes: '', tenantId, controlId },
      }),
      foreign: 404,
    },
    {
      route: 'PATCH /v1/controlstatuses/:controlStatusId',
      place: 'path',
      request: ({ controlStatusId }) => ({
        url: `/v1/controlstatuses/${controlStatusId}`,
        body: [
          { op: 'test', path: '/status', value: 'Compliant' },
          { op: 'replace', path: '/status', value: 'Exempt' },
        ],
      }),
      foreign: 404,
    },
    {
      route: 'DELETE /v1/controlstatuses/:controlStatusId',
      place: 'path',
      request: ({ controlStatusId }) => ({ url: `/v1/controlstatuses/${controlStatusId}` }),
      allowed: 204,
      foreign: 404,
    },
  ],
};
