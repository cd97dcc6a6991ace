import { accessArea } from './areas/access/access-area.ts';
import { categoriesArea } from './areas/categories/categories-area.ts';
import { environmentArea } from './areas/environment/environment-area.ts';
import { locationsArea } from './areas/locations/locations-area.ts';
import { protocolsArea } from './areas/protocols/protocols-area.ts';
import { resolutionCenterArea } from './areas/resolution-center/resolution-center-area.ts';
import { tenantsArea } from './areas/tenants/tenants-area.ts';
import { tokensArea } from './areas/tokens/tokens-area.ts';
import { workUnitsArea } from './areas/work-units/work-units-area.ts';
import type { Area } from './platform/services.ts';

/** Every area that the server serves: one import and one line each, by name. */
export const areas: readonly Area[] = [accessArea, categoriesArea, environmentArea, locationsArea, protocolsArea, resolutionCenterArea, tenantsArea, tokensArea, workUnitsArea];
