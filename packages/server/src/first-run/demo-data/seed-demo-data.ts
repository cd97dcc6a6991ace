import { firstRunAuthor } from '@cfs/contracts/first-hour-steps';
import { systemContext, type Context } from '../../platform/context.ts';
import type { AccessGate } from '../../platform/database/gate.ts';
import type { Services } from '../../platform/services.ts';
import { createRule } from '../../areas/rules/changes/create-rule.ts';
import { demoBlockRules } from './demo-block-rules.ts';
import { createBlocks } from './demo-blocks.ts';
import { createChanges } from './demo-changes.ts';
import { createCategories } from './demo-categories.ts';
import { createCommunications } from './demo-communications.ts';
import { createControlSet, createControlStatuses, readControlIds } from './demo-compliance.ts';
import { createDevices } from './demo-devices.ts';
import { historyMilliseconds, historyStart, inThePast, storeDemoHistory } from './demo-history.ts';
import { createLocations } from './demo-locations.ts';
import { createPackages } from './demo-packages.ts';
import { withDemoPeople, demoPeople, invitePeople } from './demo-people.ts';
import { createDemoProtocol } from './demo-protocol.ts';
import { slowLine } from './demo-readings.ts';
import { demoRule } from './demo-rule.ts';
import { demoSenders } from './demo-senders.ts';
import { createServiceLevels } from './demo-service-levels.ts';
import { demoWindow } from './demo-window.ts';
import { demoTenants, ensureTenant } from './demo-tenants.ts';
import { createWorkUnits, type DemoScene } from './demo-work-units.ts';
import { inOneTransaction } from './in-one-transaction.ts';
import { isEmpty } from './is-empty.ts';

interface Options {
  readonly services: Services;
  readonly access: AccessGate;
  /** Called once before data are created, which takes a few seconds. */
  readonly onBegin?: () => void;
}

/**
 * Fills an empty portal: two tenants with their subscriptions, locations and work units including planned changes,
 * blocks and devices with 29 days of readings, rules with their matches, a maintenance window, service levels, a
 * control set with the statuses of a year, packages with versions and installations, a communication in progress, and
 * the demo users with their grants.
 *
 * The people are created last and in one transaction: if they exist, so does everything else. So a first run that was
 * killed in between is continued at its next start, and a portal whose demo tenants were renamed stays unchanged.
 */
export async function seedDemoData({ services, access, onBegin }: Options): Promise<void> {
  if ((await services.snapshot.current()).people.size > 0) return;
  onBegin?.();
  const context: Context = systemContext({ name: firstRunAuthor, clock: services.clock, tenantId: 'all' });
  const lacks = (table: Parameters<typeof isEmpty>[2]): Promise<boolean> => isEmpty(services, context, table);
  const people = demoPeople();

  const tenants: DemoScene[] = [];
  for (const demo of demoTenants) tenants.push({ demo, tenantId: await ensureTenant(services, context, demo) });
  const [first] = tenants;
  const start = historyStart(services.clock.now().getTime());
  const began = start + historyMilliseconds;
  const past = inThePast(start);
  const pastOf = (tenantId: string): Context => systemContext({ name: firstRunAuthor, clock: past.clock, tenantId });
  if (first !== undefined && (await lacks('rules'))) {
    const subscription = await subscriptionOf(services, first, -1);
    await inOneTransaction(services, context, async (inside) => {
      await createRule(inside, past, demoRule(first.tenantId));
      for (const { demo, tenantId } of tenants)
        for (const rule of demoBlockRules(demo.name, tenantId)) await createRule(inside, past, rule);
      if (subscription)
        await createRule(inside, context, demoWindow(first.tenantId, subscription, services.clock.now()));
    });
  }
  const tenantsByName = new Map(tenants.map(({ demo, tenantId }) => [demo.name, tenantId]));
  if (await lacks('blocks')) await createBlocks(services, past, tenantsByName);
  if (await lacks('locations')) {
    await inOneTransaction(services, context, async (inside) => {
      for (const { demo, tenantId } of tenants) await createLocations(inside, context, tenantId, demo.locations);
    });
  }
  if (await lacks('work_unit_categories')) {
    await inOneTransaction(services, context, async (inside) => {
      for (const { tenantId } of tenants) await createCategories(inside, context, tenantId);
    });
  }
  if (first !== undefined && (await lacks('publisher_keys'))) await createPackages(services, context, first.tenantId);
  const { id: home } = (first && (await subscriptionOf(services, first, 0))) ?? {};
  if (first !== undefined && home !== undefined && (await lacks('devices')))
    await createDevices(services, pastOf(first.tenantId), home);
  if (await lacks('packet_history'))
    await storeDemoHistory(services, demoSenders(tenantsByName), {
      from: start,
      actsFrom: began - slowLine.before,
      began,
    });
  if (first !== undefined && (await lacks('service_level_targets')))
    await createServiceLevels(services, pastOf(first.tenantId));
  if (await lacks('control_sets')) await createControlSet(services, context);
  if (await lacks('control_statuses')) {
    const controlIds = await readControlIds(services, context);
    await inOneTransaction(services, context, async (inside) => {
      for (const [number, { tenantId }] of tenants.entries())
        await createControlStatuses(inside, { tenantId, number }, controlIds, people);
    });
  }
  const { provider } = services.identity;
  const tenantIds = tenants.map(({ tenantId }) => tenantId);
  if (await lacks('work_units')) {
    const peopled = await withDemoPeople(services, people, provider, tenantIds);
    await inOneTransaction(peopled, context, async (inside) => {
      const protocolId = first && (await createDemoProtocol(inside, context, first.tenantId));
      const scenes = tenants.map((scene) => (scene === first ? { ...scene, protocolId } : scene));
      await createWorkUnits(inside, context, scenes, people);
      await createChanges(inside, scenes, people);
    });
  }
  if (first !== undefined && (await lacks('work_unit_communications'))) {
    const peopled = await withDemoPeople(services, people, provider, tenantIds);
    await inOneTransaction(peopled, context, (inside) => createCommunications(inside, first.tenantId, people));
  }

  await invitePeople(access, services.clock, people, provider, tenantIds);
  await services.snapshot.refresh();
}

/** The subscription of the tenant at an index of its list; -1 is the last one, which matters least. */
async function subscriptionOf(services: Services, { tenantId, demo }: DemoScene, place: number) {
  const { subscriptions } = await services.snapshot.current();
  const name = demo.subscriptions.at(place);
  const found = [...subscriptions].find(([, known]) => known.tenantId === tenantId && known.name === name);
  return found && { id: found[0], name: found[1].name };
}
