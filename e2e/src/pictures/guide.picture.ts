import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { apiAs, type Api } from '../harness/api.ts';
import { findFleet } from '../harness/fleet.ts';
import { configuredJourney } from '../harness/journey.ts';
import { projectDirectory } from '../harness/project.ts';
import type { Product } from '../harness/product.ts';
import { openVisit } from '../harness/visit.ts';
import { signIn, type DemoUser } from '../pages/login-page.ts';
import { networkIdle } from '../pages/network-idle.ts';
import { enrolMachine, type Machine } from './enrol-machine.ts';
import { guidePictures, type PictureFleet } from './guide-pictures.ts';
import { clockOffset, pictureEnvironment } from './picture-clock.ts';

// Run by `npm run -s pictures`.

// The scripts that the harness runs sign tokens, so they need the time of the server.
Object.assign(process.env, pictureEnvironment);

const directory = join(projectDirectory, 'docs', 'guide', 'pictures');
const width = 1_280;
const usualHeight = 800;

interface Listed {
  readonly value: readonly Record<string, string & number>[];
}

const idOf = async (api: Api, path: string, id: string): Promise<string & number> => {
  const { value } = (await api.call('GET', path)) as Listed;
  const found = value[0]?.[id];
  if (found === undefined) throw new Error(`The demo data has no row for ${path}.`);
  return found;
};

/** Sets the clock of a page to that of the pictures. */
const shiftClock = (offset: number): void => {
  const MachineDate = Date;
  const now = (): number => MachineDate.now() + offset;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, parameters: unknown[], asked) =>
      Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, asked) as Date,
    apply: () => new MachineDate(now()).toString(),
    get: (target, name): unknown => (name === 'now' ? now : Reflect.get(target, name)),
  });
};

const waitingMachines: readonly Machine[] = [
  { machineName: 'srv-bergen-02', operatingSystem: 'Linux 6.1.0', platform: 'linux', architecture: 'x64' },
  { machineName: 'ws-frontdesk-7', operatingSystem: 'Windows_NT 10.0.26100', platform: 'win32', architecture: 'x64' },
].map((machine, index) => ({ ...machine, ipAddress: `10.20.0.${31 + index}`, agentVersion: '0.2.0' }));

/** Adds content that the demo data lack: machines that wait to be promoted, and operations of the device. */
const furnish = async (product: Product, api: Api, deviceId: string): Promise<void> => {
  const { generatedToken } = (await api.call('PUT', '/v1/tokens', {
    name: 'Machines in Bergen',
    lifetimeYears: 1,
  })) as { generatedToken: string };
  for (const machine of waitingMachines) await enrolMachine(product, generatedToken, machine);
  const { value } = (await api.call('GET', '/v1/operations?$expand=package')) as Listed;
  const assign = (name: string, label: string, parameters: Readonly<Record<string, string>>) =>
    api.call('PUT', '/v1/deviceOperations', {
      deviceId,
      operationId: value.find((operation) => operation['name'] === name)?.['operationId'],
      label,
      frequencyTypeId: 2,
      interval: '00:05:00',
      parameters: Object.entries(parameters).map(([Name, Value]) => ({ Name, Value, Source: 'PortalEntry' })),
    });
  await assign('Host Metrics', 'Load and memory', {});
  await assign('TCP Port', 'Portal answers', { Host: '127.0.0.1', Port: new URL(product.address).port });
};

const photographing = configuredJourney({
  ...pictureEnvironment,
  AGENT_DOWNLOAD_URL: 'https://downloads.example.com/cfs-agent/',
})
  .extend('fleet', { scope: 'file' }, findFleet)
  .extend('scene', { scope: 'file' }, async ({ product, fleet }): Promise<PictureFleet> => {
    const api = await apiAs(product, 'admin');
    await furnish(product, api, fleet.deviceId);
    const { tenantId, subscriptionId } = fleet;
    const operator = await apiAs(product, 'operator');
    await operator.call('POST', `/v1/tenantSubscriptionContext/${tenantId}`, { tenant: tenantId, subscriptionId });
    const inTenant = `tenantId eq ${tenantId}`;
    const grave = `workUnitTypeId eq 1 and stateId eq 'InProgress' and ${inTenant}`;
    const changes = `workUnitTypeId eq 2 and approver1 eq 'admin@demo.example' and approved1By eq null and ${inTenant}`;
    const newest = '$orderby=created desc&$top=1';
    return {
      ...fleet,
      workUnitId: await idOf(
        api,
        `/v1/workunits?$filter=${grave}&$orderby=severityId,created desc&$top=1`,
        'workUnitId',
      ),
      changeRequestId: await idOf(api, `/v1/workunits?$filter=${changes}&${newest}`, 'workUnitId'),
      communicationId: await idOf(
        api,
        `/v1/workunitcommunications?$filter=${inTenant}&${newest}`,
        'publicWorkUnitCommunicationId',
      ),
      blockId: await idOf(api, '/v1/blocks?$filter=blockTypeId eq 1&$orderby=name&$top=1', 'blockId'),
      matchedRuleId: await idOf(api, '/v1/rulematches?$orderby=created desc&$top=1', 'ruleId'),
    };
  })
  .extend('pageOf', { scope: 'file' }, async ({ browser, product }, { onCleanup }) => {
    const pages = new Map<DemoUser, Page>();
    onCleanup(async () => {
      for (const page of pages.values()) await page.context().close();
    });
    return async (user: DemoUser): Promise<Page> => {
      const known = pages.get(user);
      if (known) return known;
      const { page, context } = await openVisit(browser, product.address, { width, height: usualHeight });
      await context.addInitScript(shiftClock, clockOffset);
      await signIn(page, user);
      pages.set(user, page);
      return page;
    };
  });

describe('the pictures of the user guide', () => {
  photographing.for(guidePictures)('$name', async (picture, { pageOf, scene }) => {
    const page = await pageOf(picture.user);
    await page.setViewportSize({ width, height: picture.height ?? usualHeight });
    await page.goto(`/${scene.tenantId}${picture.place(scene)}`);
    await networkIdle(page);
    await picture.prepare?.(page);
    await networkIdle(page);
    await mkdir(directory, { recursive: true });
    const path = join(directory, `${picture.name}.png`);
    const png = await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
    expect(png.length).toBeGreaterThan(0);
  });
});
