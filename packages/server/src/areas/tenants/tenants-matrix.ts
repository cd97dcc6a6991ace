import { randomInt } from 'node:crypto';
import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';

export const tenantsMatrix: AreaMatrix = {
  area: 'tenants',
  async seed(database, tenantId) {
    await database.asOwner(
      `update cfs.tenants set intake_wizard_form_data = '{"schema":{}}', assignment_groups = 'Network' where tenant_id = $1`,
      [tenantId],
    );
    const version = String(randomInt(1_000_000_000, 2_000_000_000));
    await database.asOwner(
      `insert into cfs.intake_forms (tenant_id, version, form, created, created_by)
       values ($1, $2, '{"schema":{}}', now(), 'matrix')`,
      [tenantId, version],
    );
    return { tenantId, version };
  },
  examples: [
    ...listExamples('/v1/tenants', (ids) => `tenantId eq ${ids['tenantId']}`),
    {
      route: 'GET /v1/tenants/:tenantId',
      place: 'path',
      request: (ids) => ({ url: `/v1/tenants/${ids['tenantId']}` }),
      foreign: 404,
    },
    {
      route: 'GET /v1/tenants/:tenantId/assignmentGroups',
      place: 'path',
      request: (ids) => ({ url: `/v1/tenants/${ids['tenantId']}/assignmentGroups` }),
      foreign: 404,
    },
    {
      route: 'GET /v1/tenants/:tenantId/intakewizardschema',
      place: 'path',
      request: (ids) => ({ url: `/v1/tenants/${ids['tenantId']}/intakewizardschema` }),
      foreign: 404,
    },
    {
      route: 'GET /v1/tenants/:tenantId/intakeforms',
      place: 'path',
      request: (ids) => ({ url: `/v1/tenants/${ids['tenantId']}/intakeforms` }),
      foreign: 404,
    },
    {
      route: 'GET /v1/tenants/:tenantId/intakeforms/:version',
      place: 'path',
      request: (ids) => ({ url: `/v1/tenants/${ids['tenantId']}/intakeforms/${ids['version']}` }),
      foreign: 404,
    },
    {
      // Only an administrator of all tenants can create one; every other caller gets the same response.
      route: 'PUT /v1/tenants',
      place: 'none',
      request: () => ({ url: '/v1/tenants', body: { name: 'From the matrix' } }),
      allowed: 403,
      foreign: 403,
    },
    {
      route: 'POST /v1/tenants/:tenantId',
      place: 'path',
      request: (ids) => ({ url: `/v1/tenants/${ids['tenantId']}`, body: { assignmentGroups: 'From the matrix' } }),
      foreign: 404,
    },
    {
      route: 'POST /v1/tenants/toggledisabled/:tenantId',
      place: 'path',
      request: (ids) => ({ url: `/v1/tenants/toggledisabled/${ids['tenantId']}` }),
      foreign: 404,
    },
  ],
};
