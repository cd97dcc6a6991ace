import { listExamples } from '../../testing/list-examples.ts';
import type { AreaMatrix } from '../../testing/matrix-example.ts';
import { workUnitsMatrix } from '../work-units/work-units-matrix.ts';

export const resolutionCenterMatrix: AreaMatrix = {
  area: 'resolution-center',
  seed: (database, tenantId) => workUnitsMatrix.seed(database, tenantId),
  examples: [
    ...listExamples('/v1/workunits/rc', (ids) => `workUnitId eq ${ids['workUnitId']}`),
    {
      route: 'PUT /v1/rc/workunits',
      place: 'body',
      request: (ids) => ({
        url: '/v1/rc/workunits',
        body: {
          title: 'From the matrix',
          description: 'Please help',
          stakeHolderPhoneNumber: '555',
          workUnitCategoryId: Number(ids['workUnitCategoryId']),
        },
      }),
      allowed: 201,
      foreign: 400,
    },
    {
      route: 'PUT /v1/rc/workunits/:workUnitId/notes',
      place: 'path',
      request: (ids) => ({ url: `/v1/rc/workunits/${ids['workUnitId']}/notes`, body: { detail: 'From the matrix' } }),
      allowed: 201,
      foreign: 404,
    },
    {
      route: 'PUT /v1/rc/workunits/:workUnitId/attachments',
      place: 'path',
      request: (ids) => ({
        url: `/v1/rc/workunits/${ids['workUnitId']}/attachments?fileName=matrix.txt`,
        headers: { 'content-type': 'application/octet-stream' },
        body: 'From the matrix',
      }),
      allowed: 201,
      foreign: 404,
    },
  ],
};
