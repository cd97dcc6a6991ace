import { describe, expect, test } from 'vitest';
import { readPortal, readServer } from './area-rooms.mjs';
import { areaFaults, printedLayers, recipeFaults } from './areas.mjs';

/** @typedef {import('./areas.mjs').AreasOfRoom} AreasOfRoom */

/**
 * A room of the given sources.
 * @type {(sources: Record<string, string>, rest?: Partial<AreasOfRoom>) => AreasOfRoom}
 */
const roomOf = (sources, rest = {}) => ({
  room: 'server',
  sources: new Map(Object.entries(sources)),
  exported: {},
  below: ['platform'],
  ...rest,
});

/** @type {(room: AreasOfRoom, file: string, text: string) => AreasOfRoom} */
const plant = (room, file, text) => ({ ...room, sources: new Map([...room.sources, [file, text]]) });

const shop = {
  'areas/orders/create-order.ts': `import { findItem } from '../items/find-item.ts';`,
  'areas/items/find-item.ts': `import type { Price } from '../prices/price.ts';`,
  'areas/prices/price.ts': '',
};
const exported = { items: { files: ['find-item.ts'] }, prices: { files: ['price.ts'] } };

describe('areas', () => {
  test('are printed in layers, the highest first, with the areas that each uses', () => {
    expect(printedLayers(roomOf(shop, { exported }))).toEqual(['2  orders: items', '1  items: prices', '0  prices']);
  });

  test('fail when they depend on each other, types and detours included', () => {
    const [fault] = areaFaults(
      roomOf(
        { ...shop, 'areas/prices/price.ts': `type Order = import('../orders/create-order.ts').Order;` },
        { exported: { ...exported, orders: { files: ['create-order.ts'] } } },
      ),
    );
    expect(fault).toMatch(/^Areas depend on each other: items → prices → orders → items\n/);
    expect(fault).toContain('server/areas/prices/price.ts uses areas/orders/create-order.ts');
  });

  test('may use only what another area exports', () => {
    const sources = {
      ...shop,
      'areas/orders/peek.ts': `import '../items/lib/peek.ts';`,
      'areas/items/lib/peek.ts': '',
    };
    const faults = areaFaults(roomOf(sources, { exported }));
    expect(faults).toEqual([
      expect.stringMatching(/^server\/areas\/orders\/peek\.ts: areas\/items\/lib\/peek\.ts is not exported/),
    ]);
  });

  test('export nothing that nobody uses', () => {
    const unused = { ...exported, orders: { files: ['create-order.ts'] } };
    expect(areaFaults(roomOf(shop, { exported: unused }))).toEqual([
      'server/areas/exports.json: no other area uses areas/orders/create-order.ts; remove it',
    ]);
  });

  test('import nothing that stands above them', () => {
    const faults = areaFaults(
      roomOf(
        { ...shop, 'areas/orders/all.ts': `import { areas } from '../../areas.ts';`, 'areas.ts': '' },
        { exported },
      ),
    );
    expect(faults).toEqual(['server/areas/orders/all.ts: areas.ts is above the areas: receive it as a parameter']);
  });

  test('join only tables that their owner exports, and write only to their own', () => {
    const tables = new Map([
      ['items', 'items'],
      ['prices', 'prices'],
    ]);
    const sources = {
      ...shop,
      'areas/orders/list-orders.ts': 'sql`select name from orders join cfs.items item on true`; // from prices',
      'areas/orders/peek.ts': `db.selectFrom('prices as price');`,
      'areas/orders/take.ts': 'sql`update items set taken = true`',
      'platform/read-all.ts': 'sql`select from cfs.items`',
    };
    const shared = { ...exported, items: { files: ['find-item.ts'], tables: ['items'] } };
    expect(areaFaults(roomOf(sources, { exported: shared, tables }))).toEqual([
      'server/areas/orders/peek.ts: table prices belongs to prices, which does not export it: use one of its reads',
      'server/areas/orders/take.ts: table items belongs to items: only its own commands write to it',
      'server/platform/read-all.ts: table items belongs to the area items: receive its read as a parameter',
    ]);
  });

  test('may use the test helpers of each other in tests', () => {
    const faults = areaFaults(
      roomOf(
        {
          ...shop,
          'areas/prices/prices.test.ts': `import { seedOrder } from '../orders/testing/seed-order.ts';`,
          'areas/orders/testing/seed-order.ts': '',
        },
        { exported },
      ),
    );
    expect(faults).toEqual([]);
  });
});

describe('the recipe of an area', () => {
  test('wants an area file, routes without statements, and files named after what they export', () => {
    const faults = recipeFaults(
      roomOf({
        'areas/orders/orders-routes.ts': 'export const registerOrders = () => gate.read(all);',
        'areas/orders/orders-service.ts': '',
        'areas/orders/order-numbers.ts': 'export const readNumbers = () => [];',
        'areas/orders/find-order.ts': 'export const findOrder = () => undefined;',
        'areas/prices/price.ts': '',
      }),
    );
    expect(faults).toEqual([
      'server/areas/orders: declare it in orders-area.ts',
      'server/areas/orders/orders-routes.ts: export only ordersRoutes',
      'server/areas/orders/orders-routes.ts: have a read or command use the gate',
      'server/areas/orders/orders-service.ts: name it after the reads or commands that it exports',
      'server/areas/orders/order-numbers.ts: name it after readNumbers',
    ]);
  });
});

describe('the areas of this project', () => {
  test.for([
    {
      read: readServer,
      file: 'areas/tenants/planted.ts',
      text: `import type { Unit } from '../work-units/work-unit-entity.ts';`,
    },
    {
      read: readPortal,
      file: 'areas/rules/planted.ts',
      text: `const panel = import('../work-units/panel/work-unit-drawer.tsx');`,
    },
  ])('fail if a file adds a cycle: $file', ({ read, file, text }) => {
    const room = read();
    expect(areaFaults(room)).toEqual([]);
    expect(areaFaults(plant(room, file, text))).toContainEqual(expect.stringContaining('Areas depend on each other'));
  });
});
