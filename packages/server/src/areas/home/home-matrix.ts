import type { AreaMatrix } from '../../testing/matrix-example.ts';

/** Figures of what the caller may see; `home.test.ts` proves that those of a foreign tenant stay out of them. */
export const homeMatrix: AreaMatrix = {
  area: 'home',
  seed: (_, tenantId) => Promise.resolve({ tenantId }),
  examples: [
    { route: 'GET /v1/home', place: 'none', request: () => ({ url: '/v1/home' }), foreign: 'same' },
    { route: 'GET /v1/home/firstHour', place: 'none', request: () => ({ url: '/v1/home/firstHour' }), foreign: 'same' },
  ],
};
