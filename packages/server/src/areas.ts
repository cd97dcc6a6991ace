import { accessArea } from './areas/access/access-area.ts';
import { environmentArea } from './areas/environment/environment-area.ts';
import type { Area } from './platform/services.ts';

/** Every area that the server serves: one import and one line each, by name. */
export const areas: readonly Area[] = [accessArea, environmentArea];
