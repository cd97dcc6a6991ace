import type { DeviceInventory as Inventory, InstalledSoftware, InventoryChange } from '@cfs/contracts/inventory';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem } from '../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { DeviceInventory } from './device-inventory.tsx';

const id = (number: number): string => `6f1c0000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const deviceId = id(1);
const time = '2026-11-01T08:00:00.000Z';

const inventory: Inventory = {
  deviceId,
  tenantId: testTenantId,
  cpuModel: 'Xeon',
  cpuCores: 8,
  memoryMebibytes: 16_384,
  manufacturer: 'Dell Inc.',
  model: 'PowerEdge R640',
  osName: 'Debian GNU/Linux',
  osVersion: '12',
  kernel: '6.1.0-18',
  architecture: 'x64',
  bootTime: time,
  interfaces: JSON.stringify([{ name: 'eth0', mac: '02:00:00:00:00:01', addresses: ['10.0.0.7', 'fe80::1'] }]),
  disks: JSON.stringify([
    { mount: '/', device: '/dev/sda1', fileSystem: 'ext4', sizeBytes: 100 * 1024 ** 3, freeBytes: 50 * 1024 ** 3 },
  ]),
  softwareCount: 120,
  softwareOmitted: 3,
  received: time,
  changed: time,
};
const program = (number: number): InstalledSoftware => ({
  softwareId: id(number),
  deviceId,
  deviceName: 'web-01',
  name: `tool-${number}`,
  version: '3.0.9',
  publisher: 'Debian',
  source: 'Dpkg',
  since: time,
});
const change = (number: number, fields: Partial<InventoryChange>): InventoryChange => ({
  changeId: id(number),
  deviceId,
  occurred: time,
  section: 'Software',
  kind: 'Changed',
  item: 'openssl',
  before: '3.0.9',
  after: '3.0.13',
  ...fields,
});
const changes = [
  change(500, {}),
  change(501, { section: 'Disk', kind: 'Removed', item: '/data', before: '/dev/sdb1, ext4, 10.0 GiB', after: null }),
];

const show = async (rows: readonly Inventory[] = [inventory]) => {
  const programs = Array.from({ length: 120 }, (_, index) => program(index + 2));
  const server = fakeServer({
    'GET /v1/deviceInventories': () => ({ value: rows }),
    'GET /v1/installedSoftware': ({ query }) => {
      const [, text = ''] = /contains\(name,'([^']*)'\)/.exec(query.get('$filter') ?? '') ?? [];
      const found = programs.filter(({ name }) => name.includes(text));
      const skip = Number(query.get('$skip'));
      return { value: found.slice(skip, skip + Number(query.get('$top'))), '@odata.count': found.length };
    },
    'GET /v1/inventoryChanges': ({ query }) => ({
      value: changes.filter(
        ({ section }) => !query.get('$filter')?.includes("'") || query.get('$filter')?.includes(section),
      ),
    }),
  });
  await render(<DeviceInventory deviceId={deviceId} />);
  return server;
};
const table = (name: string) => page.getByRole('table', { name });

describe('the inventory of a device', () => {
  test('shows the current state and has no accessibility violations', async () => {
    await show();
    await expect.element(page.getByText('Debian GNU/Linux 12')).toBeVisible();
    await expect.element(page.getByText('16.0 GiB')).toBeVisible();
    await expect.element(table('Network Interfaces').getByText('10.0.0.7, fe80::1')).toBeVisible();
    await expect.element(table('Disks').getByText('100 GiB')).toBeVisible();
    await expect.element(page.getByText('3 programs beyond the limit of a report are not listed.')).toBeVisible();
    await expect.element(table('Changes').getByText('3.0.9 → 3.0.13')).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });

  test('searches the software by name and shows more of it', async () => {
    const server = await show();
    await expect.element(page.getByText('50 of 120 programs')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Show More' }).first());
    await expect.element(page.getByText('100 of 120 programs')).toBeVisible();
    await userEvent.fill(page.getByRole('textbox', { name: 'Search installed software' }), 'tool-12');
    await expect.element(page.getByText('3 programs', { exact: true })).toBeVisible();
    expect(server.requests.at(-1)?.query.get('$filter')).toBe(
      `(deviceId eq ${deviceId}) and (contains(name,'tool-12'))`,
    );
  });

  test('limits the changes to a section', async () => {
    await show();
    await userEvent.click(page.getByRole('combobox', { name: 'Section of the changes' }));
    await userEvent.click(page.getByRole('option', { name: 'Disks' }));
    await expect.element(page.getByText('1 change', { exact: true })).toBeVisible();
    await expect.element(table('Changes').getByText('/data')).toBeVisible();
  });

  test('shows that there is no inventory yet', async () => {
    await show([]);
    await expect.element(page.getByText('No inventory yet')).toBeVisible();
  });

  test('offers a retry if it cannot be loaded', async () => {
    const server = await show();
    server.on('GET /v1/installedSoftware', () => problem(500, 'no'));
    await userEvent.fill(page.getByRole('textbox', { name: 'Search installed software' }), 'x');
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
