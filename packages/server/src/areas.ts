import type { Area } from './platform/services.ts';

/** Every area that the server serves: one import and one line each, by name. */
export const areas: readonly Area[] = [];
