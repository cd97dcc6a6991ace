import type { AreaMatrix } from '../../testing/matrix-example.ts';

/** Figures of the caller's scope; `home.test.ts` verifies that they do not include those of a foreign tenant. */
export const homeMatrix: AreaMatrix = {
  area: 'home',
  seed: (_, tenantId) => Promise.resolve({ tenantId }),
  examples: [
    { route: 'GET /v1/home', place: 'none', request: () => ({ url: '/v1/home' }), foreign: 'same' },
    { route: 'GET /v1/home/firstHour', place: 'none', request: () => ({ url: '/v1/home/firstHour' }), foreign: 'same' },
  ],
};
