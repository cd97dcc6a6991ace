import { builtInActions } from '@cfs/contracts/action-enumerations';
import { accessArea } from './areas/access/access-area.ts';
import { accessRequestsArea } from './areas/access-requests/access-requests-area.ts';
import { createActionsArea } from './areas/actions/actions-area.ts';
import { actionsReadingSecret } from './areas/actions/secrets/actions-reading-secret.ts';
import { createActionDescriber } from './areas/actions/describe-action.ts';
import { createActionExecutor } from './areas/actions/execute-action.ts';
import { blocksArea } from './areas/blocks/blocks-area.ts';
import { cannedRepliesArea } from './areas/canned-replies/canned-replies-area.ts';
import { categoriesArea } from './areas/categories/categories-area.ts';
import { changeCalendarArea } from './areas/change-calendar/change-calendar-area.ts';
import { communicationsArea } from './areas/communications/communications-area.ts';
import { complianceArea } from './areas/compliance/compliance-area.ts';
import {
  countOperationsOfDevice,
  countOperationsOfPackage,
  findOwnOperations,
} from './areas/device-operations/count-operations.ts';
import { createDeviceOperationsArea } from './areas/device-operations/device-operations-area.ts';
import {
  deviceOperationsReadingSecret,
  wakeSecretReaders,
} from './areas/device-operations/device-operations-reading-secret.ts';
import { createOwnEntities } from './areas/device-operations/own-entities.ts';
import { createPackageProgramsReader } from './areas/device-operations/package-programs.ts';
import { createAgentOperationsReader } from './areas/device-operations/read-agent-operations.ts';
import { createDevicesArea } from './areas/devices/devices-area.ts';
import { environmentArea } from './areas/environment/environment-area.ts';
import { homeArea } from './areas/home/home-area.ts';
import { inventoryArea } from './areas/inventory/inventory-area.ts';
import { installationsArea } from './areas/installations/installations-area.ts';
import { readAgentInstalls } from './areas/installations/read-agent-installs.ts';
import { locationsArea } from './areas/locations/locations-area.ts';
import { mailInArea } from './areas/mail-in/mail-in-area.ts';
import { metricIngestRoutes } from './areas/metric-sources/ingest/metric-ingest-routes.ts';
import { metricSourcesArea } from './areas/metric-sources/metric-sources-area.ts';
import { outboxArea } from './areas/outbox/outbox-area.ts';
import { createPackagesArea } from './areas/packages/packages-area.ts';
import { createPacketsArea } from './areas/packets/packets-area.ts';
import { pendingDevicesArea } from './areas/pending-devices/pending-devices-area.ts';
import { recordPing } from './areas/pending-devices/record-ping.ts';
import { preferencesArea } from './areas/preferences/preferences-area.ts';
import { deleteProtocolActions } from './areas/protocols/delete-protocol-actions.ts';
import { protocolsReadingSecret } from './areas/protocols/protocols-reading-secret.ts';
import { createProtocolsArea } from './areas/protocols/protocols-area.ts';
import { resolutionCenterArea } from './areas/resolution-center/resolution-center-area.ts';
import { removeAction } from './areas/rules/changes/remove-action.ts';
import { rulesNamingProtocol } from './areas/rules/changes/rules-naming-protocol.ts';
import { rulesReadingSecret } from './areas/rules/changes/rules-reading-secret.ts';
import { engineOf } from './areas/rules/engine.ts';
import { createIngestRules } from './areas/rules/ingest-rules.ts';
import { describeColor } from './areas/rules/matches/describe-color.ts';
import { setColor } from './areas/rules/matches/set-color.ts';
import { rollOutsArea } from './areas/roll-outs/roll-outs-area.ts';
import { createRulesArea } from './areas/rules/rules-area.ts';
import { savedViewsArea } from './areas/saved-views/saved-views-area.ts';
import { createSecretsArea } from './areas/secrets/secrets-area.ts';
import { createServiceLevelsArea } from './areas/service-levels/service-levels-area.ts';
import { subscriptionsArea } from './areas/subscriptions/subscriptions-area.ts';
import { tenantsArea } from './areas/tenants/tenants-area.ts';
import { tokensArea } from './areas/tokens/tokens-area.ts';
import { lockUnitOrSkip, raiseClockEvent } from './areas/work-units/changes/raise-clock-event.ts';
import { raiseTimerEvents } from './areas/work-units/changes/raise-timer-events.ts';
import { countUnitsOfProtocol } from './areas/work-units/count-units-of-protocol.ts';
import { createMatchIncident } from './areas/work-units/creation/create-match-incident.ts';
import { describeMatchIncident } from './areas/work-units/creation/describe-match-incident.ts';
import { readCorrelation } from './areas/work-units/creation/read-correlation.ts';
import { readRuledUnit } from './areas/work-units/changes/unit-facts.ts';
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

const readPackagePrograms = createPackageProgramsReader();
const readAgentOperations = createAgentOperationsReader(readPackagePrograms);

/**
 * Every area that the server serves: one import and one line each, by name. An area imports only those below it; what
 * it needs from others is injected here.
 */
export const areas: readonly Area[] = [
  accessArea,
  accessRequestsArea,
  createActionsArea({ executeAction, removeReferences: [removeAction, deleteProtocolActions] }),
  blocksArea,
  cannedRepliesArea,
  categoriesArea,
  changeCalendarArea,
  communicationsArea,
  complianceArea,
  createDeviceOperationsArea(readPackagePrograms),
  createDevicesArea({
    countOperations: countOperationsOfDevice,
    recordPing,
    findOwnOperations,
    readWork: async (services, context, device) => ({
      operations: await readAgentOperations(services, context, device),
      ...(await readAgentInstalls(services, context, device)),
    }),
  }),
  environmentArea,
  homeArea,
  installationsArea,
  inventoryArea,
  locationsArea,
  mailInArea,
  metricSourcesArea,
  outboxArea,
  createPackagesArea({ countDeviceOperations: countOperationsOfPackage }),
  createPacketsArea({
    createRules: (services) => createIngestRules(services, engineOf(services)),
    createOwnEntities,
    registerOtherRoutes: metricIngestRoutes,
  }),
  pendingDevicesArea,
  preferencesArea,
  createProtocolsArea({ countUnits: countUnitsOfProtocol, findRules: rulesNamingProtocol, raiseTimerEvents }),
  resolutionCenterArea,
  rollOutsArea,
  createRulesArea({ executeAction, describeActions, readCorrelation, readRuledUnit }),
  savedViewsArea,
  createSecretsArea({
    findUsers: [actionsReadingSecret, deviceOperationsReadingSecret, protocolsReadingSecret, rulesReadingSecret],
    onChange: wakeSecretReaders,
  }),
  createServiceLevelsArea({ lockUnit: lockUnitOrSkip, raiseEvent: raiseClockEvent }),
  subscriptionsArea,
  tenantsArea,
  tokensArea,
  versionReportArea,
  createWorkUnitsArea({ executeAction, describeActions }),
];
