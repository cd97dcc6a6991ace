import { createHash } from 'node:crypto';
import { blockColors, blockTypes, type BlockColorName } from '@cfs/contracts/block-enumerations';
import { firstRunAuthor } from '@cfs/contracts/first-hour-steps';
import { createBlock } from '../../areas/blocks/write-blocks.ts';
import { setBlockColor } from '../../areas/blocks/set-block-color.ts';
import { systemContext, type Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';
import { demoReadings, type DemoReading } from './demo-readings.ts';
import { inOneTransaction } from './in-one-transaction.ts';

/** The condition of a rule about one block, and the colour of the block while it is true. */
export type DemoBlockRule = {
  readonly name: string;
  readonly description: string;
  readonly color: BlockColorName;
} & ({ readonly above: number; readonly equals?: undefined } | { readonly equals: string; readonly above?: undefined });

/** A block of the first run. */
export interface DemoBlock {
  readonly tenant: string;
  readonly subscription: string;
  readonly name: string;
  readonly description: string;
  readonly reading: DemoReading;
  readonly valueName: string;
  readonly unit?: string;
  readonly color: BlockColorName;
  /** The rule about its readings. */
  readonly rule?: DemoBlockRule;
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

const { orders, responseTime, diskUsed, temperature, mailQueue, roundTrip, battery, daysLeft, backup, link, door } =
  demoReadings;

export const demoBlocks: readonly DemoBlock[] = [
  contoso('Production', 'Orders waiting', {
    description: 'Orders that the shop has taken and the warehouse has not.',
    reading: orders,
    valueName: 'Waiting',
    unit: 'orders',
    color: 'Green',
    rule: {
      name: 'Too many orders waiting',
      description: 'Turns the block orange while more than 300 orders wait.',
      above: 300,
      color: 'Orange',
    },
  }),
  contoso('Production', 'Shop: response time', {
    description: 'Of the start page, measured from the outside.',
    reading: responseTime,
    valueName: 'Response time',
    unit: 'ms',
    color: 'Green',
    rule: {
      name: 'Shop is slow',
      description: 'Turns the block yellow while the start page takes longer than half a second.',
      above: 500,
      color: 'Yellow',
    },
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
    rule: {
      name: 'Mail queue grows',
      description: 'Turns the block orange while more than 300 mails wait.',
      above: 300,
      color: 'Orange',
    },
  }),
  contoso('Production', 'Server room: temperature', {
    description: 'Beside the racks of row B.',
    reading: temperature,
    valueName: 'Temperature',
    unit: '°C',
    color: 'Green',
    rule: {
      name: 'Server room too warm',
      description: 'Turns the block red above 27 °C.',
      above: 27,
      color: 'Red',
    },
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
    rule: {
      name: 'Backup failed',
      description: 'Turns the block red until the backup runs again.',
      equals: 'Failed',
      color: 'Red',
    },
  }),
  contoso('Production', 'Link to Oslo', {
    description: 'The leased line between the offices.',
    reading: link,
    valueName: 'State',
    color: 'Green',
    rule: {
      name: 'Link is down',
      description: 'Turns the block red while the line is down.',
      equals: 'Down',
      color: 'Red',
    },
  }),
  contoso('Production', 'Data centre: round trip', {
    description: 'From the offices to the data centre, over the primary line.',
    reading: roundTrip,
    valueName: 'Round trip',
    unit: 'ms',
    color: 'Green',
    rule: {
      name: 'Line to the data centre is slow',
      description: 'Turns the block red while round trips take longer than 250 ms.',
      above: 250,
      color: 'Red',
    },
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
    rule: {
      name: 'Too many jobs without a technician',
      description: 'Turns the block red while more than 240 jobs have nobody.',
      above: 240,
      color: 'Red',
    },
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

/** A deterministic UUID with the format of version 4, derived from tenant and name. */
export const demoId = (tenantId: string, name: string): string => {
  const hex = createHash('sha256').update(`${tenantId} ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Creates the blocks of both tenants and sets their colours. */
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
      const ofTenant = systemContext({ name: firstRunAuthor, clock: context.clock, tenantId });
      const blockId = demoId(tenantId, block.name);
      await createBlock(inside, ofTenant, {
        ...{ blockId, subscriptionId, name: block.name, description: block.description },
        blockTypeId: block.unit === undefined ? blockTypes.smallText : blockTypes.numeric,
      });
      await inside.gate.write(ofTenant, 'Blocks:edit', (db, change) =>
        setBlockColor(db, change, {
          ...{ tenantId, blockId, color: blockColors[block.color] },
          ...{ moment: context.clock.now(), position: 0 },
        }),
      );
    }
  });
};
