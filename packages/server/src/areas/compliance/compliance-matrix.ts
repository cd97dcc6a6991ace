import { randomUUID } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix, MatrixExample } from '../../testing/matrix-example.ts';

const [week, nextWeek] = ['2026-11-15T00:00:00.000Z', '2026-11-22T00:00:00.000Z'];
const inTenant = ({ tenantId = '' }: Readonly<Record<string, string>>): string => `tenantId eq ${tenantId}`;

export const complianceMatrix: AreaMatrix = {
  area: 'compliance',
  async seed(database, tenantId) {
    const [controlSetId, controlId, controlStatusId] = [randomUUID(), randomUUID(), randomUUID()];
    const evidenceId = randomUUID();
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
      `insert into cfs.control_statuses (tenant_id, control_status_id, control_id, check_date, status, notes, evidence_count, created, created_by, modified, modified_by)
       values ($1, $2, $3, $4, 1, 'Seeded', 1, now(), 'matrix', now(), 'matrix')`,
      [tenantId, controlStatusId, controlId, week],
    );
    await database.asOwner(
      `insert into cfs.control_evidence (tenant_id, control_evidence_id, control_status_id, kind, title, media_type, size, sha256, created, created_by)
       values ($1, $2, $3, 1, 'matrix.txt', 'text/plain', 2, '', now(), 'matrix')`,
      [tenantId, evidenceId, controlStatusId],
    );
    await database.asOwner(
      `insert into cfs.control_evidence_parts (tenant_id, control_evidence_id, part, content) values ($1, $2, 0, 'hi')`,
      [tenantId, evidenceId],
    );
    return { tenantId, controlSetId, controlId, controlStatusId, evidenceId };
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
      route: 'GET /v1/controlsets/checklist',
      place: 'parameter',
      request: ({ tenantId, controlSetId }) => ({
        url: `/v1/controlsets/checklist?checkDate=${week}&tenantId=${tenantId}&controlSetId=${controlSetId}`,
      }),
      foreign: 404,
    },
    {
      route: 'GET /v1/controlsets/checklist',
      place: 'filter',
      request: ({ controlSetId }) => ({
        url: `/v1/controlsets/checklist?checkDate=${week}&controlSetId=${controlSetId}`,
      }),
      foreign: 404,
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
      route: 'POST /v1/controlsets/:controlSetId/assessmentresults',
      place: 'path',
      request: ({ controlSetId }) => ({
        url: `/v1/controlsets/${controlSetId}/assessmentresults`,
        body: { checkDate: week },
      }),
      foreign: 404,
    },
    {
      route: 'POST /v1/controlsets/:controlSetId/assessmentresults',
      place: 'body',
      request: ({ controlSetId, tenantId }) => ({
        url: `/v1/controlsets/${controlSetId}/assessmentresults`,
        body: { checkDate: week, tenantId },
      }),
      foreign: 404,
    },
    {
      route: 'DELETE /v1/controlsets/:controlSetId',
      place: 'path',
      request: ({ controlSetId }) => ({ url: `/v1/controlsets/${controlSetId}` }),
      allowed: 204,
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
    {
      route: 'GET /v1/controlstatuses/:controlStatusId/evidence',
      place: 'path',
      request: ({ controlStatusId }) => ({ url: `/v1/controlstatuses/${controlStatusId}/evidence` }),
      foreign: 404,
    },
    {
      route: 'POST /v1/controlstatuses/:controlStatusId/evidence',
      place: 'path',
      request: ({ controlStatusId }) => ({
        url: `/v1/controlstatuses/${controlStatusId}/evidence`,
        body: { kind: 'Link', url: 'https://example.com/evidence', title: 'From the matrix' },
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'PUT /v1/controlstatuses/:controlStatusId/evidence',
      place: 'path',
      request: ({ controlStatusId }) => ({
        url: `/v1/controlstatuses/${controlStatusId}/evidence?fileName=matrix.txt`,
        headers: { 'content-type': 'application/octet-stream' },
        body: 'From the matrix',
      }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'GET /v1/controlstatuses/:controlStatusId/evidence/:evidenceId',
      place: 'path',
      request: ({ controlStatusId, evidenceId }) => ({
        url: `/v1/controlstatuses/${controlStatusId}/evidence/${evidenceId}`,
      }),
      foreign: 404,
    },
    {
      route: 'DELETE /v1/controlstatuses/:controlStatusId/evidence/:evidenceId',
      place: 'path',
      request: ({ controlStatusId, evidenceId }) => ({
        url: `/v1/controlstatuses/${controlStatusId}/evidence/${evidenceId}`,
      }),
      foreign: 404,
    },
    ...['history', 'trend'].flatMap((read): MatrixExample[] => [
      {
        route: `GET /v1/controlsets/:controlSetId/${read}`,
        place: 'path',
        request: ({ controlSetId }) => ({ url: `/v1/controlsets/${controlSetId}/${read}?checkDate=${week}` }),
        foreign: 404,
      },
      {
        route: `GET /v1/controlsets/:controlSetId/${read}`,
        place: 'parameter',
        request: ({ controlSetId, tenantId }) => ({
          url: `/v1/controlsets/${controlSetId}/${read}?checkDate=${week}&tenantId=${tenantId}`,
        }),
        foreign: 404,
      },
    ]),
  ],
};
