import type { AreaMatrix, MatrixExample } from '../../testing/matrix-example.ts';

/** A route without a tenant. */
const same = (route: string, url: string): MatrixExample => ({
  route: `GET ${route}`,
  place: 'none',
  request: () => ({ url }),
  foreign: 'same',
});

export const environmentMatrix: AreaMatrix = {
  area: 'environment',
  seed: (_database, tenantId) => Promise.resolve({ tenantId }),
  examples: [
    ...['oidcclientconfig', 'environment', 'environmentcolor', 'version', 'license', 'timezones'].map((name) =>
      same(`/api/generalLookup/${name}`, `/api/generalLookup/${name}`),
    ),
    same('/v1/agents/files/:file', '/v1/agents/files/SHA256SUMS'),
    same('/v1/features/:name/enabled', '/v1/features/I3ERequestForm/enabled'),
    {
      route: 'GET /api/:tenantId/settings',
      place: 'path',
      request: (ids) => ({ url: `/api/${ids['tenantId']}/settings` }),
      foreign: 404,
    },
  ],
};
