import { createHash } from 'node:crypto';
import { blockColors, blockTypes, type BlockColorName } from '@cfs/contracts/block-enumerations';
import { builtInActions } from '@cfs/contracts/actions';
import { conditionTypes } from '@cfs/contracts/rule-conditions';
import { ruleOperators } from '@cfs/contracts/rule-operators';
import { ruleTypes } from '@cfs/contracts/rule-types';
import { defaultMatchLifetime, type RuleInput } from '@cfs/contracts/rules';
import { createBlock } from '../../areas/blocks/write-blocks.ts';
import { setBlockColor } from '../../areas/blocks/set-block-color.ts';
import type { IncomingPacket } from '../../areas/packets/incoming-packet.ts';
import { keepPacketPartitions } from '../../areas/packets/keep-packet-partitions.ts';
import { storePackets } from '../../areas/packets/store-packets.ts';
import { systemContext, type Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { demoReadings, type DemoReading } from './demo-readings.ts';
import { inOneTransaction } from './in-one-transaction.ts';

/** A block of the first run. */
interface DemoBlock {
  readonly tenant: string;
  readonly subscription: string;
  readonly name: string;
  readonly description: string;
  readonly reading: DemoReading;
  readonly valueName: string;
  readonly unit?: string;
  readonly color: BlockColorName;
}

const contoso = (
  subscription: string,
  name: string,
  block: Omit<DemoBlock, 'tenant' | 'subscription' | 'name'>,
): DemoBlock => ({
  tenant: 'Contoso Operations',
  subscription,
  name,
  ...block,
});
const fabrikam = (name: string, block: Omit<DemoBlock, 'tenant' | 'subscription' | 'name'>): DemoBlock => ({
  tenant: 'Fabrikam Field Services',
  subscription: 'Main',
  name,
  ...block,
});

const { orders, responseTime, diskUsed, temperature, mailQueue, battery, daysLeft, backup, link, door } = demoReadings;

/** The name of the block that the demo rule on waiting orders watches. */
const watchedBlock = 'Orders waiting';

export const demoBlocks: readonly DemoBlock[] = [
  contoso('Production', watchedBlock, {
    description: 'Orders that the shop has taken and the warehouse has not.',
    reading: orders,
    valueName: 'Waiting',
    unit: 'orders',
    color: 'Green',
  }),
  contoso('Production', 'Shop: response time', {
    description: 'Of the start page, measured from the outside.',
    reading: responseTime,
    valueName: 'Response time',
    unit: 'ms',
    color: 'Green',
  }),
  contoso('Production', 'Database: disk', {
    description: 'Cleared every week.',
    reading: diskUsed,
    valueName: 'Disk used',
    unit: '%',
    color: 'Yellow',
  }),
  contoso('Production', 'Mail queue', {
    description: 'Mails that wait to be sent.',
    reading: mailQueue,
    valueName: 'Waiting',
    unit: 'mails',
    color: 'Green',
  }),
  contoso('Production', 'Server room: temperature', {
    description: 'Beside the racks of row B.',
    reading: temperature,
    valueName: 'Temperature',
    unit: '°C',
    color: 'Green',
  }),
  contoso('Production', 'UPS: battery', {
    description: 'Charge of the uninterruptible power supply.',
    reading: battery,
    valueName: 'Charge',
    unit: '%',
    color: 'Green',
  }),
  contoso('Production', 'Certificate of the shop', {
    description: 'Days until it expires.',
    reading: daysLeft,
    valueName: 'Valid for',
    unit: 'days',
    color: 'Blue',
  }),
  contoso('Production', 'Backup of the database', {
    description: 'Runs every evening at ten.',
    reading: backup,
    valueName: 'State',
    color: 'Green',
  }),
  contoso('Production', 'Link to Oslo', {
    description: 'The leased line between the offices.',
    reading: link,
    valueName: 'State',
    color: 'Green',
  }),
  contoso('Production', 'Server room: door', {
    description: 'A contact that reports every quarter of an hour.',
    reading: door,
    valueName: 'State',
    color: 'Grey',
  }),
  contoso('Staging', 'Staging shop: response time', {
    description: 'Of the start page.',
    reading: responseTime,
    valueName: 'Response time',
    unit: 'ms',
    color: 'White',
  }),
  fabrikam('Jobs without a technician', {
    description: 'Of today.',
    reading: orders,
    valueName: 'Unassigned',
    unit: 'jobs',
    color: 'Orange',
  }),
  fabrikam('Dispatch: response time', {
    description: 'Of the dispatch service.',
    reading: responseTime,
    valueName: 'Response time',
    unit: 'ms',
    color: 'Green',
  }),
  fabrikam('Cold store', {
    description: 'Temperature of the spare parts.',
    reading: temperature,
    valueName: 'Temperature',
    unit: '°C',
    color: 'Green',
  }),
  fabrikam('Link to the workshop', {
    description: 'The leased line.',
    reading: link,
    valueName: 'State',
    color: 'Green',
  }),
];

/** An id of version 4, the same for the same block of the same tenant. */
const idOf = (tenantId: string, name: string): string => {
  const hex = createHash('sha256').update(`${tenantId} ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const historyMilliseconds = 29 * 86_400_000;
const intervalMilliseconds = 15 * 60_000;
const packetsAtOnce = 5_000;

/** A packet of a demo block at a moment; `undefined` while the block reports nothing. */
const packetOf = (block: DemoBlock, tenantId: string, entityId: string, time: number): IncomingPacket | undefined => {
  const Value = block.reading(block.name, time);
  if (Value === undefined) return undefined;
  const { name: BlockName, valueName: ValueName, unit } = block;
  const message = { Value, Properties: { BlockName, ValueName, ...(unit && { Unit: unit }) } };
  const text = JSON.stringify(message);
  return {
    ...{ tenantId, entityId, time, message, text, weight: text.length, value: String(Value) },
    ...{ cpuPercent: null, memoryPercent: null, deviceId: undefined, timing: 'late' },
  };
};

/** A rule on the orders that wait, which compares them with a threshold. */
const ordersRule = (tenantId: string): RuleInput => ({
  tenantId,
  name: 'Too many orders waiting',
  description: 'Turns the block orange while more than 300 orders wait.',
  ruleTypeId: ruleTypes.Ingestion,
  enabled: true,
  matchLifetime: defaultMatchLifetime,
  useSlidingExpiration: true,
  conditions: [
    {
      Type: conditionTypes.And,
      LeftOperand: 6,
      Operator: ruleOperators.Equals,
      RightOperand: idOf(tenantId, watchedBlock),
    },
    { Type: conditionTypes.And, LeftOperand: 1, Operator: ruleOperators.GreaterThan, RightOperand: '300' },
  ],
  matchActions: [{ ActionDefinitionId: builtInActions.setColor, Parameters: { Color: blockColors.Orange } }],
  expirationActions: [{ ActionDefinitionId: builtInActions.setColor, Parameters: { Color: blockColors.Green } }],
});

/** The demo rules on blocks of the first tenant. */
export const demoBlockRules = (tenantId: string): readonly RuleInput[] => [ordersRule(tenantId)];

/** Makes the blocks of both tenants and colours them. */
export const createBlocks = async (
  services: Services,
  context: Context,
  tenantIds: ReadonlyMap<string, string>,
): Promise<void> => {
  const { subscriptions } = await services.snapshot.current();
  await inOneTransaction(services, context, async (inside) => {
    for (const block of demoBlocks) {
      const tenantId = tenantIds.get(block.tenant);
      const [subscriptionId] =
        [...subscriptions].find(([, known]) => known.tenantId === tenantId && known.name === block.subscription) ?? [];
      if (tenantId === undefined || subscriptionId === undefined) continue;
      const ofTenant = systemContext({ name: 'first run', clock: services.clock, tenantId });
      const blockId = idOf(tenantId, block.name);
      await createBlock(inside, ofTenant, {
        ...{ blockId, subscriptionId, name: block.name, description: block.description },
        blockTypeId: block.unit === undefined ? blockTypes.smallText : blockTypes.numeric,
      });
      await inside.gate.write(ofTenant, 'Blocks:edit', (db, change) =>
        setBlockColor(db, change, {
          ...{ tenantId, blockId, color: blockColors[block.color] },
          ...{ moment: new Date(services.clock.now().getTime() - historyMilliseconds), position: 0 },
        }),
      );
    }
  });
};

/** Stores 29 days of readings of the demo blocks. */
export const storeDemoPackets = async (
  { gate, clock, configuration }: Services,
  tenantIds: ReadonlyMap<string, string>,
): Promise<void> => {
  await keepPacketPartitions(gate, clock, configuration.packetRetentionDays);
  const context = systemContext({ name: 'first run', clock, tenantId: 'all' });
  const now = clock.now();
  const start = now.getTime() - historyMilliseconds;
  const times = Array.from(
    { length: historyMilliseconds / intervalMilliseconds + 1 },
    (_, at) => start + at * intervalMilliseconds,
  );
  const packets = demoBlocks.flatMap((block) => {
    const tenantId = tenantIds.get(block.tenant);
    if (tenantId === undefined) return [];
    const entityId = idOf(tenantId, block.name);
    return times.flatMap((time) => packetOf(block, tenantId, entityId, time) ?? []);
  });
  for (let first = 0; first < packets.length; first += packetsAtOnce) {
    const some = packets.slice(first, first + packetsAtOnce);
    await gate.ingest(context, (db) => storePackets(db, some, now));
  }
};
