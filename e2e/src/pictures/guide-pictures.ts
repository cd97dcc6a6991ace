import { builtInActions } from '@cfs/contracts/action-enumerations';
import type { Page } from 'playwright-core';
import type { Fleet } from '../harness/fleet.ts';
import type { DemoUser } from '../pages/login-page.ts';
import { pictureDay } from './picture-clock.ts';

/** The ids in the URLs of pictures, in addition to those of the fleet. */
export interface PictureFleet extends Fleet {
  /** A Change Request that waits for a decision. */
  readonly changeRequestId: number;
  readonly communicationId: number;
  /** A numeric block with history. */
  readonly blockId: string;
  readonly matchedRuleId: string;
}

/** A picture of the user guide: `docs/guide/pictures/{name}.png`. */
export interface GuidePicture {
  readonly name: string;
  readonly user: DemoUser;
  /** The URL below the tenant. */
  readonly place: (fleet: PictureFleet) => string;
  /** Prepares the screen before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** The height of the window; the width is fixed. */
  readonly height?: number;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const openTab = (name: string | RegExp) => (page: Page) => page.getByRole('tab', { name }).first().click();

export const guidePictures: readonly GuidePicture[] = [
  { name: 'home', user: 'operator', place: () => '' },
  {
    name: 'command-palette',
    user: 'operator',
    place: () => '',
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('cooling');
    },
    height: 600,
  },
  { name: 'work-units', user: 'operator', place: () => '/workunitsv2' },
  {
    name: 'work-unit',
    user: 'operator',
    place: ({ workUnitId }) => `/workunitsv2?workUnitId=${workUnitId}`,
    height: 900,
  },
  {
    name: 'change-request',
    user: 'admin',
    place: ({ changeRequestId }) => `/workunitsv2?workUnitId=${changeRequestId}`,
    prepare: (page) => page.getByRole('button', { name: 'Approve', exact: true }).scrollIntoViewIfNeeded(),
    height: 900,
  },
  { name: 'change-calendar', user: 'operator', place: () => `/changecalendar?span=week&date=${pictureDay}` },
  {
    name: 'communication',
    user: 'operator',
    place: ({ communicationId }) => `/workunitcommunications?publicWuCommId=${communicationId}&tab=activities`,
  },
  {
    name: 'external-report',
    user: 'operator',
    place: ({ communicationId }) => `/workunitcommunications?externalReport=${communicationId}`,
  },
  { name: 'resolution-center', user: 'requester', place: () => '/resolutioncenter', height: 640 },
  {
    name: 'create-request',
    user: 'requester',
    place: () => '/resolutioncenter',
    prepare: press('Create Request'),
    height: 640,
  },
  { name: 'intake', user: 'operator', place: ({ tenantId }) => `/workunitsv2?intake=${tenantId}` },
  { name: 'blocks', user: 'operator', place: () => '/blocks' },
  {
    name: 'block-history',
    user: 'operator',
    place: ({ blockId }) => `/blocks?blockId=${blockId}&tab=history&range=7d`,
  },
  { name: 'rules', user: 'operator', place: () => '/rules', height: 640 },
  {
    name: 'rule-conditions',
    user: 'operator',
    place: ({ matchedRuleId }) => `/rules?open=${matchedRuleId}`,
    prepare: openTab('Conditions'),
  },
  { name: 'rule-matches', user: 'operator', place: ({ matchedRuleId }) => `/rules?matches=${matchedRuleId}` },
  { name: 'action-catalog', user: 'admin', place: () => '/actioncatalog', height: 640 },
  { name: 'action', user: 'admin', place: ({ actionId }) => `/actioncatalog?open=${actionId}`, height: 900 },
  {
    name: 'action-history',
    user: 'admin',
    place: () => `/actioncatalog?history=${builtInActions.sendEmail}`,
    height: 640,
  },
  { name: 'protocol-actions', user: 'admin', place: ({ protocolId }) => `/protocols?actions=${protocolId}` },
  { name: 'welcome', user: 'admin', place: () => '/welcome' },
  { name: 'pending-devices', user: 'admin', place: () => '/pendingdevices', height: 640 },
  { name: 'devices', user: 'operator', place: () => '/devices', height: 640 },
  {
    name: 'device-charts',
    user: 'operator',
    place: ({ deviceId }) => `/devices?open=${deviceId}&tab=charts`,
  },
  { name: 'device-operations', user: 'operator', place: ({ deviceId }) => `/devices?operations=${deviceId}` },
  {
    name: 'operation-choice',
    user: 'operator',
    place: ({ deviceId }) => `/devices?operations=${deviceId}&operation=new`,
  },
  {
    name: 'installations',
    user: 'operator',
    place: ({ deviceId }) => `/devices?installations=${deviceId}`,
    height: 640,
  },
  { name: 'package-versions', user: 'admin', place: ({ packageId }) => `/packages?open=${packageId}&tab=versions` },
  { name: 'compliance', user: 'operator', place: () => '/compliance' },
  { name: 'version-report', user: 'operator', place: () => '/versionreport', height: 640 },
  { name: 'tenants', user: 'admin', place: ({ tenantId }) => `/tenants?open=${tenantId}` },
  { name: 'people', user: 'admin', place: () => '/access', height: 640 },
  { name: 'why', user: 'admin', place: ({ userId }) => `/access?open=${userId}&panel=why` },
  { name: 'new-token', user: 'admin', place: () => '/tokens?open=new', height: 640 },
];
