import { builtInActions } from '@cfs/contracts/actions';
import { accessArea } from './areas/access/access-area.ts';
import { accessRequestsArea } from './areas/access-requests/access-requests-area.ts';
import { createActionsArea } from './areas/actions/actions-area.ts';
import { actionsReadingSecret } from './areas/actions/actions-reading-secret.ts';
import { createActionDescriber } from './areas/actions/describe-action.ts';
import { createActionExecutor } from './areas/actions/execute-action.ts';
import { blocksArea } from './areas/blocks/blocks-area.ts';
import { categoriesArea } from './areas/categories/categories-area.ts';
import { changeCalendarArea } from './areas/change-calendar/change-calendar-area.ts';
import { communicationsArea } from './areas/communications/communications-area.ts';
import { complianceArea } from './areas/compliance/compliance-area.ts';
import { createDevicesArea } from './areas/devices/devices-area.ts';
import { environmentArea } from './areas/environment/environment-area.ts';
import { locationsArea } from './areas/locations/locations-area.ts';
import { outboxArea } from './areas/outbox/outbox-area.ts';
import { createPackagesArea } from './areas/packages/packages-area.ts';
import { createPacketsArea } from './areas/packets/packets-area.ts';
import { pendingDevicesArea } from './areas/pending-devices/pending-devices-area.ts';
import { recordPing } from './areas/pending-devices/record-ping.ts';
import { preferencesArea } from './areas/preferences/preferences-area.ts';
import { forgetProtocolActions } from './areas/protocols/forget-protocol-actions.ts';
import { protocolsReadingSecret } from './areas/protocols/protocols-reading-secret.ts';
import { createProtocolsArea } from './areas/protocols/protocols-area.ts';
import { resolutionCenterArea } from './areas/resolution-center/resolution-center-area.ts';
import { forgetAction } from './areas/rules/changes/forget-action.ts';
import { rulesNamingProtocol } from './areas/rules/changes/rules-naming-protocol.ts';
import { rulesReadingSecret } from './areas/rules/changes/rules-reading-secret.ts';
import { engineOf } from './areas/rules/engine.ts';
import { createIngestRules } from './areas/rules/ingest-rules.ts';
import { describeColor } from './areas/rules/matches/describe-color.ts';
import { setColor } from './areas/rules/matches/set-color.ts';
import { createRulesArea } from './areas/rules/rules-area.ts';
import { savedViewsArea } from './areas/saved-views/saved-views-area.ts';
import { createSecretsArea } from './areas/secrets/secrets-area.ts';
import { subscriptionsArea } from './areas/subscriptions/subscriptions-area.ts';
import { tenantsArea } from './areas/tenants/tenants-area.ts';
import { tokensArea } from './areas/tokens/tokens-area.ts';
import { raiseTimerEvents } from './areas/work-units/changes/raise-timer-events.ts';
import { countUnitsOfProtocol } from './areas/work-units/count-units-of-protocol.ts';
import { createMatchIncident } from './areas/work-units/creation/create-match-incident.ts';
import { describeMatchIncident } from './areas/work-units/creation/describe-match-incident.ts';
import { readCorrelation } from './areas/work-units/creation/read-correlation.ts';
import { createWorkUnitsArea } from './areas/work-units/work-units-area.ts';
import { versionReportArea } from './areas/version-report/version-report-area.ts';
import type { Area } from './platform/services.ts';

const executeAction = createActionExecutor({
  [builtInActions.setColor]: setColor,
  [builtInActions.createWorkUnit]: createMatchIncident,
});

const describeActions = createActionDescriber({
  [builtInActions.setColor]: describeColor,
  [builtInActions.createWorkUnit]: describeMatchIncident,
});

/**
 * Every area that the server serves: one import and one line each, by name. An area imports only those below it; what it
 * needs of others is handed in here.
 */
export const areas: readonly Area[] = [
  accessArea,
  accessRequestsArea,
  createActionsArea({ executeAction, forget: [forgetAction, forgetProtocolActions] }),
  blocksArea,
  categoriesArea,
  changeCalendarArea,
  communicationsArea,
  complianceArea,
  createDevicesArea({
    // No operation can be assigned before there is an area of device operations.
    countOperations: async () => 0,
    recordPing,
  }),
  environmentArea,
  locationsArea,
  outboxArea,
  createPackagesArea({
    // No device has an operation before there is an area of device operations.
    countDeviceOperations: async () => 0,
  }),
  createPacketsArea({ createRules: (services) => createIngestRules(services, engineOf(services)) }),
  pendingDevicesArea,
  preferencesArea,
  createProtocolsArea({ countUnits: countUnitsOfProtocol, findRules: rulesNamingProtocol, raiseTimerEvents }),
  resolutionCenterArea,
  createRulesArea({ executeAction, describeActions, readCorrelation }),
  savedViewsArea,
  createSecretsArea({ findUsers: [actionsReadingSecret, protocolsReadingSecret, rulesReadingSecret] }),
  subscriptionsArea,
  tenantsArea,
  tokensArea,
  versionReportArea,
  createWorkUnitsArea({ executeAction, describeActions }),
];
