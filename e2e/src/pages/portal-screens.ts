import { builtInActions } from '@cfs/contracts/action-enumerations';
import { registeredScreens } from '../harness/registered-screens.ts';
import type { Fleet } from '../harness/fleet.ts';

/** A screen, or a panel or tab of one, and its URL below the tenant. */
export interface PortalScreen {
  readonly name: string;
  readonly place: (fleet: Fleet) => string;
  /** The screen is a panel of its own. */
  readonly isPanel?: true;
}

/** One entry for each panel and tab, and for screens that need more than their path. */
const listed: readonly PortalScreen[] = [
  { name: 'Home', place: () => '' },
  { name: 'Work Units', place: () => '/workunitsv2' },
  { name: 'a work unit', place: ({ workUnitId }) => `/workunitsv2?workUnitId=${workUnitId}` },
  { name: 'a new work unit', place: () => '/workunitsv2?workUnitId=new&createType=1' },
  { name: 'a new Change Request', place: () => '/workunitsv2?workUnitId=new&createType=2' },
  { name: 'a new communication', place: () => '/workunitcommunications?publicWuCommId=new' },
  { name: 'a communication', place: () => '/workunitcommunications?publicWuCommId=1' },
  { name: "a communication's activities", place: () => '/workunitcommunications?publicWuCommId=1&tab=activities' },
  { name: "a communication's work units", place: () => '/workunitcommunications?publicWuCommId=1&tab=work-units' },
  { name: 'an external report', place: () => '/workunitcommunications?externalReport=1' },
  { name: 'an internal report', place: () => '/workunitcommunications?internalReport=1' },
  { name: 'Change Calendar: a month', place: () => '/changecalendar?date=2026-12-01' },
  { name: 'Change Calendar: a week', place: () => '/changecalendar?span=week&date=2026-12-01' },
  { name: 'Change Calendar: a day', place: () => '/changecalendar?span=day&date=2026-12-01' },
  { name: 'the choice of a tenant for an intake', place: () => '/workunitsv2?intake=new' },
  { name: 'an intake', place: ({ tenantId }) => `/workunitsv2?intake=${tenantId}` },
  { name: 'Work Unit Settings: categories', place: () => '/workunitsettings' },
  { name: 'Work Unit Settings: a new category', place: () => '/workunitsettings?open=new' },
  { name: 'Work Unit Settings: subcategories', place: () => '/workunitsettings?subcategories=1' },
  { name: 'Work Unit Settings: types', place: () => '/workunitsettings?tab=types' },
  { name: 'Work Unit Settings: canned replies', place: () => '/workunitsettings?tab=cannedreplies' },
  { name: 'Work Unit Settings: a new canned reply', place: () => '/workunitsettings?tab=cannedreplies&open=new' },
  { name: 'Work Unit Settings: a type', place: () => '/workunitsettings?tab=types&open=1' },
  { name: 'Service Levels: a new target', place: () => '/servicelevels?open=new' },
  { name: 'Service Levels: calendars', place: () => '/servicelevels?tab=calendars' },
  { name: 'Service Levels: a new calendar', place: () => '/servicelevels?tab=calendars&open=new' },
  { name: 'Service Levels: attainment', place: () => '/servicelevels?tab=attainment' },
  { name: 'Devices', place: () => '/devices' },
  { name: 'a device', place: ({ deviceId }) => `/devices?open=${deviceId}` },
  { name: 'charts of a device', place: ({ deviceId }) => `/devices?open=${deviceId}&tab=charts` },
  { name: 'inventory of a device', place: ({ deviceId }) => `/devices?open=${deviceId}&tab=inventory` },
  { name: 'logs of a device', place: ({ deviceId }) => `/devices?logs=${deviceId}` },
  { name: 'operations of a device', place: ({ deviceId }) => `/devices?operations=${deviceId}` },
  { name: 'the choice of an operation', place: ({ deviceId }) => `/devices?operations=${deviceId}&operation=new` },
  { name: 'cloning of operations', place: ({ deviceId }) => `/devices?operations=${deviceId}&clone=${deviceId}` },
  { name: 'installations of a device', place: ({ deviceId }) => `/devices?installations=${deviceId}` },
  { name: 'tracing of a device', place: ({ deviceId }) => `/devices?tracing=${deviceId}` },
  { name: 'the restart of an agent', place: ({ deviceId }) => `/devices?restart=${deviceId}` },
  { name: 'packets of a device', place: ({ deviceId }) => `/devices?packets=${deviceId}` },
  { name: 'Pending Devices', place: () => '/pendingdevices' },
  { name: 'Metric Sources', place: () => '/metricsources' },
  { name: 'Blocks', place: () => '/blocks' },
  { name: 'a block', place: ({ deviceId }) => `/blocks?blockId=${deviceId}` },
  { name: "a block's history", place: ({ deviceId }) => `/blocks?blockId=${deviceId}&tab=history` },
  {
    name: "a block's history of 30 days",
    place: ({ deviceId }) => `/blocks?blockId=${deviceId}&tab=history&range=30d`,
  },
  { name: 'a new block', place: () => '/blocks?blockId=new' },
  { name: 'a packet', place: ({ deviceId }) => `/packets/${deviceId}`, isPanel: true },
  { name: "a packet's history", place: ({ deviceId }) => `/packets/${deviceId}?tab=history` },
  { name: 'Rules', place: () => '/rules' },
  { name: 'a rule', place: ({ ruleId }) => `/rules?open=${ruleId}` },
  { name: 'a new rule', place: () => '/rules?open=new' },
  { name: 'matches of a rule', place: ({ ruleId }) => `/rules?matches=${ruleId}` },
  { name: 'the explanation of a rule', place: ({ ruleId }) => `/rules?explainRule=${ruleId}` },
  { name: 'Package Catalog', place: () => '/packages' },
  { name: 'a new package', place: () => '/packages?open=new' },
  { name: 'a package', place: ({ packageId }) => `/packages?open=${packageId}` },
  { name: 'operations of a package', place: ({ packageId }) => `/packages?open=${packageId}&tab=operations` },
  { name: 'versions of a package', place: ({ packageId }) => `/packages?open=${packageId}&tab=versions` },
  { name: 'an upload of a package', place: () => '/packages?upload=new' },
  { name: 'publisher keys', place: () => '/packages?keys=new' },
  { name: 'a new publisher key', place: () => '/packages?keys=new&key=new' },
  { name: 'Roll-outs', place: () => '/rollouts' },
  { name: 'a new roll-out', place: () => '/rollouts?open=new' },
  { name: 'Work Unit Protocols', place: () => '/protocols' },
  { name: 'a new protocol', place: () => '/protocols?open=new' },
  { name: 'a protocol', place: ({ protocolId }) => `/protocols?open=${protocolId}` },
  { name: 'rules of a protocol', place: ({ protocolId }) => `/protocols?open=${protocolId}&tab=rules` },
  { name: 'actions of a protocol', place: ({ protocolId }) => `/protocols?actions=${protocolId}` },
  {
    name: 'an action of a protocol',
    place: ({ protocolId, protocolActionId }) => `/protocols?actions=${protocolId}&action=${protocolActionId}`,
  },
  { name: 'Locations', place: () => '/locations' },
  { name: 'a location', place: ({ locationId }) => `/locations?open=${locationId}` },
  { name: 'Action Catalog', place: () => '/actioncatalog' },
  { name: 'a new action', place: () => '/actioncatalog?open=new' },
  { name: 'an action', place: ({ actionId }) => `/actioncatalog?open=${actionId}` },
  { name: 'a built-in action', place: () => `/actioncatalog?open=${builtInActions.sendEmail}` },
  { name: 'the test of an action', place: () => `/actioncatalog?test=${builtInActions.sendEmail}` },
  { name: 'the history of an action', place: () => `/actioncatalog?history=${builtInActions.sendEmail}` },
  { name: 'the dependencies of an action', place: ({ actionId }) => `/actioncatalog?delete=${actionId}` },
  { name: 'Tenants', place: () => '/tenants' },
  { name: 'a tenant', place: ({ tenantId }) => `/tenants?open=${tenantId}` },
  { name: 'the intake form of a tenant', place: ({ tenantId }) => `/tenants?open=${tenantId}&tab=intake` },
  {
    name: 'the editor of an intake form',
    place: ({ tenantId }) => `/tenants?open=${tenantId}&tab=intake&editor=intake`,
  },
  { name: 'the mail address of a tenant', place: ({ tenantId }) => `/tenants?open=${tenantId}&tab=mail` },
  { name: 'the status page of a tenant', place: ({ tenantId }) => `/tenants?open=${tenantId}&tab=status` },
  { name: 'subscriptions of a tenant', place: ({ tenantId }) => `/tenants?subscriptions=${tenantId}` },
  {
    name: 'a subscription',
    place: ({ tenantId, subscriptionId }) => `/tenants?subscriptions=${tenantId}&subscription=${subscriptionId}`,
  },
  { name: 'Tokens', place: () => '/tokens' },
  { name: 'a new token', place: () => '/tokens?open=new' },
  { name: 'Access: people', place: () => '/access' },
  { name: 'Access: an invitation', place: () => '/access?open=new' },
  { name: 'Access: a person', place: ({ userId }) => `/access?open=${userId}` },
  { name: 'Access: why', place: ({ userId }) => `/access?open=${userId}&panel=why` },
  { name: 'Access: roles', place: () => '/access?tab=roles' },
  { name: 'Access: a new role', place: () => '/access?tab=roles&open=new' },
  { name: 'Access: a role', place: ({ roleId }) => `/access?tab=roles&open=${roleId}` },
  { name: 'Access: grants', place: () => '/access?tab=grants' },
  { name: 'Access: a new grant', place: () => '/access?tab=grants&grant=new' },
  { name: 'Outbox', place: () => '/outbox' },
  { name: 'subscribers of communications', place: () => '/workunitcommunications?subscribers=new' },
  { name: 'Received Mails', place: () => '/receivedmails' },
  { name: 'Compliance', place: () => '/compliance' },
  { name: 'Compliance by week', place: () => '/compliance?view=weeks' },
  { name: 'Version Report', place: () => '/versionreport' },
  { name: 'an address that leads nowhere', place: () => '/no/such/screen' },
  { name: 'Resolution Center', place: () => '/resolutioncenter' },
  { name: 'a request', place: ({ requestId }) => `/resolutioncenter?workUnitId=${requestId}` },
  { name: 'a request that is not there', place: () => '/resolutioncenter?workUnitId=999999' },
];

const anyFleet: Fleet = {
  tenantId: '',
  deviceId: '',
  locationId: '',
  workUnitId: 0,
  requestId: 0,
  ruleId: '',
  packageId: '',
  protocolId: '',
  protocolActionId: '',
  actionId: '',
  userId: '',
  roleId: '',
  subscriptionId: '',
};
const pathsListed: ReadonlySet<string> = new Set(listed.map(({ place }) => place(anyFleet).replace(/\?.*/, '')));

/** Every registered screen of the portal, with or without its own entry, with its panels and tabs. */
export const portalScreens: readonly PortalScreen[] = [
  ...listed,
  ...registeredScreens()
    // A path with a parameter needs its own entry.
    .filter((path) => !pathsListed.has(path.replace(/\$\w+/, '')))
    .map((path) => ({ name: path, place: () => path })),
];

/** Whether the URL opens a panel, a dialog or another tab than the first of its screen. */
export const opensPanel = ({ place }: PortalScreen): boolean => place(anyFleet).includes('?');

/** Whether a panel is shown, which needs the file of forms and schemas. */
export const showsPanel = (screen: PortalScreen): boolean => opensPanel(screen) || screen.isPanel === true;
