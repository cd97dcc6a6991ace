import { accessArea } from './areas/access/access-area.ts';
import { actionsArea } from './areas/actions/actions-area.ts';
import { blocksArea } from './areas/blocks/blocks-area.ts';
import { categoriesArea } from './areas/categories/categories-area.ts';
import { changeCalendarArea } from './areas/change-calendar/change-calendar-area.ts';
import { createDevicesArea } from './areas/devices/devices-area.ts';
import { environmentArea } from './areas/environment/environment-area.ts';
import { locationsArea } from './areas/locations/locations-area.ts';
import { outboxArea } from './areas/outbox/outbox-area.ts';
import { createPacketsArea } from './areas/packets/packets-area.ts';
import { pendingDevicesArea } from './areas/pending-devices/pending-devices-area.ts';
import { recordPing } from './areas/pending-devices/record-ping.ts';
import { preferencesArea } from './areas/preferences/preferences-area.ts';
import { protocolsArea } from './areas/protocols/protocols-area.ts';
import { resolutionCenterArea } from './areas/resolution-center/resolution-center-area.ts';
import { createIngestRules } from './areas/rules/ingest-rules.ts';
import { rulesArea } from './areas/rules/rules-area.ts';
import { savedViewsArea } from './areas/saved-views/saved-views-area.ts';
import { subscriptionsArea } from './areas/subscriptions/subscriptions-area.ts';
import { tenantsArea } from './areas/tenants/tenants-area.ts';
import { tokensArea } from './areas/tokens/tokens-area.ts';
import { workUnitsArea } from './areas/work-units/work-units-area.ts';
import type { Area } from './platform/services.ts';

/**
 * Every area that the server serves: one import and one line each, by name. An area imports only those below it; what it
 * needs of others is handed in here.
 */
export const areas: readonly Area[] = [
  accessArea,
  actionsArea,
  blocksArea,
  categoriesArea,
  changeCalendarArea,
  createDevicesArea({
    // No operation can be assigned before there is an area of device operations.
    countOperations: async () => 0,
    recordPing,
  }),
  environmentArea,
  locationsArea,
  outboxArea,
  createPacketsArea({ createRules: createIngestRules }),
  pendingDevicesArea,
  preferencesArea,
  protocolsArea,
  resolutionCenterArea,
  rulesArea,
  savedViewsArea,
  subscriptionsArea,
  tenantsArea,
  tokensArea,
  workUnitsArea,
];
