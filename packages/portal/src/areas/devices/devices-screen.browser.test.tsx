import type { Device, DeviceReadings } from '@cfs/contracts/devices';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem } from '../../ui/testing/fake-server.ts';
import { render, testTenantId, type RenderOptions } from '../../ui/testing/render.tsx';
import type { DeviceRow } from './device-row.ts';
import { DevicesScreen } from './devices-screen.tsx';

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

const device = (number: number, name: string, fields: Partial<DeviceRow> = {}): DeviceRow => ({
  deviceId: `6f1c0000-0000-4000-8000-00000000000${number}`,
  tenantId: testTenantId,
  subscriptionId: '6f1c0000-0000-4000-8000-000000000100',
  name,
  description: null,
  tags: null,
  deviceTypeId: 'Physical',
  locationId: null,
  operatingSystemId: 4,
  deviceLoggingLevelId: 'All',
  heartbeatInterval: 60,
  enabled: true,
  restartAgentFlag: false,
  traceMinutes: 0,
  traceExpiration: null,
  isDeleted: false,
  cloneDetected: null,
  isSilent: false,
  created: '2026-03-01T10:00:00.000Z',
  modified: '2026-03-01T10:00:00.000Z',
  ...fields,
});
const web = device(1, 'web-01');
const stopped = device(2, 'web-02');
const never = device(3, 'web-03', { isSilent: true });
const off = device(4, 'web-04', { enabled: false });

const readings: DeviceReadings = {
  from: minutesAgo(57),
  stepSeconds: 180,
  value: [
    {
      deviceId: web.deviceId,
      cpuPercent: Array.from({ length: 20 }, (_, index) => index),
      memoryPercent: Array.from({ length: 20 }, () => 50),
      diskPercent: Array.from({ length: 20 }, () => 70),
    },
  ],
};
const reading = (row: DeviceRow, minutes: number) => ({
  entityId: row.deviceId,
  timestamp: minutesAgo(minutes),
  receivedTimestamp: minutesAgo(minutes),
  value: null,
  cpuPercent: 12.34,
  memoryPercent: 50,
});

const everything = ['Devices:view', 'Devices:edit', 'Devices:delete', 'PendingDevices:view'] as const;

const show = async (options: RenderOptions = {}) => {
  const devices = [web, stopped, never, off];
  const server = fakeServer({
    'GET /v1/devices': ({ query }) => {
      const named = devices.filter(({ deviceId }) => query.get('$filter')?.includes(deviceId));
      return { value: named.length > 0 ? named : devices };
    },
    'GET /v1/devices/readings': () => readings,
    'GET /v1/packets': () => ({ value: [reading(web, 0.1), reading(stopped, 10), reading(off, 10)] }),
    [`GET /v1/devices/${web.deviceId}/logs`]: () => [
      {
        logEntryId: '6f1c0000-0000-4000-8000-000000000999',
        created: minutesAgo(1),
        entryType: 'info',
        detail: 'agent started',
      },
    ],
    [`POST /v1/devices/${web.deviceId}/restartagent`]: () => ({ ...web, restartAgentFlag: true }),
    [`POST /v1/devices/${web.deviceId}/toggleTrace/60`]: (): Device => ({
      ...web,
      traceMinutes: 60,
      traceExpiration: minutesAgo(-60),
    }),
  });
  const at = `/${testTenantId}/devices${options.at ?? ''}`;
  const { unmount } = await render(<DevicesScreen />, { permissions: everything, ...options, at });
  return { server, unmount };
};

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
const openMenuItem = async (name: string, item: string): Promise<void> => {
  await userEvent.click(row(name).getByRole('button', { name: `More actions of ${name}` }));
  await userEvent.click(page.getByRole('menuitem', { name: item }));
};
const callsOf = (server: Awaited<ReturnType<typeof show>>['server'], method: string) =>
  server.requests.filter((request) => request.method === method);

describe('the list', () => {
  test('shows live values, their trend, and which machines have stopped', async () => {
    await show();
    await expect.element(row('web-01').getByText('12.3')).toBeVisible();
    await expect
      .element(row('web-01').getByRole('img', { name: 'CPU of web-01 in the last hour: 0 to 19' }))
      .toBeVisible();
    await expect.element(row('web-02').getByRole('img', { name: 'Not reporting' })).toBeInTheDocument();
    await expect.element(row('web-03').getByRole('img', { name: 'Not reporting' })).toBeInTheDocument();
    expect(row('web-01').getByRole('img', { name: 'Not reporting' }).elements()).toEqual([]);
    expect(row('web-04').getByRole('img', { name: 'Not reporting' }).elements()).toEqual([]);
    await expect.element(row('web-03').getByText('N/A').first()).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });

  test('offers viewers only the actions that they may use', async () => {
    await show({ permissions: ['Devices:view'] });
    await userEvent.click(row('web-01').getByRole('button', { name: 'More actions of web-01' }));
    await expect.element(page.getByRole('menuitem', { name: 'Device Logs' })).toBeVisible();
    await expect.element(page.getByRole('menuitem', { name: 'Installations' })).toBeVisible();
    expect(page.getByRole('menuitem').elements()).toHaveLength(2);
  });

  test.for([
    ['delete', 'Delete Device'],
    ['restart', 'Restart Agent'],
    ['tracing', 'Tracing: web-01'],
  ] as const)('ignores ?%s= in a shared URL for viewers', async ([name, title]) => {
    const at = `?${name}=${web.deviceId}&logs=${web.deviceId}`;
    const { unmount } = await show({ at });
    await expect.element(page.getByText(title)).toBeVisible();
    await unmount();
    await show({ permissions: ['Devices:view'], at });
    await expect.element(page.getByText('agent started')).toBeVisible();
    expect(page.getByText(title).elements()).toEqual([]);
  });
});

describe('restarting an agent', () => {
  test('asks for confirmation and shows that the restart is queued', async () => {
    const { server } = await show();
    await openMenuItem('web-01', 'Restart Agent');
    const question = page.getByRole('dialog', { name: 'Restart Agent' });
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    expect(callsOf(server, 'POST')).toEqual([]);
    await openMenuItem('web-01', 'Restart Agent');
    await userEvent.click(question.getByRole('button', { name: 'Restart' }));
    await expect.element(page.getByText('Restart queued for web-01')).toBeVisible();
    const [call] = callsOf(server, 'POST');
    expect(call?.query.get('__tenant__')).toBe(testTenantId);
  });

  test('shows an error if it fails', async () => {
    const { server } = await show();
    server.on(`POST /v1/devices/${web.deviceId}/restartagent`, () => problem(500, 'no'));
    await openMenuItem('web-01', 'Restart Agent');
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Restart' }));
    await expect.element(page.getByText('An error occurred trying to send restart signal to device.')).toBeVisible();
  });

  test('opens from the URL', async () => {
    await show({ at: `?restart=${web.deviceId}` });
    await expect.element(page.getByRole('dialog', { name: 'Restart Agent' })).toBeVisible();
  });
});

test('a device is saved and its panel closes', async () => {
  const { server } = await show({ at: `?open=${web.deviceId}` });
  const saved = { ...web, heartbeatInterval: 2, modified: minutesAgo(0) };
  server.on(`POST /v1/devices/${web.deviceId}`, () => saved);
  await userEvent.fill(page.getByRole('spinbutton', { name: 'Heartbeat Interval' }), '2');
  await userEvent.click(page.getByRole('button', { name: 'Save & Close' }));
  await expect.element(page.getByRole('dialog', { name: 'Edit Device: web-01' })).not.toBeInTheDocument();
  expect(callsOf(server, 'POST').map(({ body }) => body)).toMatchObject([
    { heartbeatInterval: 2, modified: web.modified },
  ]);
});

describe('tracing', () => {
  const choose = async (label: string): Promise<void> => {
    await userEvent.click(page.getByRole('combobox', { name: 'Tracing' }));
    await userEvent.click(page.getByRole('option', { name: label }));
  };

  test('offers eight options and saves the chosen one', async () => {
    const { server } = await show();
    await openMenuItem('web-01', 'Toggle Tracing');
    await userEvent.click(page.getByRole('combobox', { name: 'Tracing' }));
    expect(
      page
        .getByRole('option')
        .elements()
        .map((option) => option.textContent),
    ).toEqual(['No Change', 'Disabled', '10 minutes', '30 minutes', '1 hour', '4 hours', '8 hours', '24 hours']);
    await userEvent.click(page.getByRole('option', { name: '1 hour' }));
    await userEvent.click(page.getByRole('button', { name: 'Save & Close' }));
    await expect.element(page.getByText(/^Tracing web-01 until /)).toBeVisible();
    expect(callsOf(server, 'POST').map(({ path }) => path)).toEqual([`/v1/devices/${web.deviceId}/toggleTrace/60`]);
    await expect.element(page.getByRole('dialog', { name: 'Tracing: web-01' })).not.toBeInTheDocument();
  });

  test('shows an error if it fails', async () => {
    const { server } = await show({ at: `?tracing=${web.deviceId}` });
    server.on(`POST /v1/devices/${web.deviceId}/toggleTrace/0`, () => problem(500, 'no'));
    await choose('Disabled');
    await userEvent.click(page.getByRole('button', { name: 'Save', exact: true }));
    await expect
      .element(page.getByText('A problem occurred saving the device tracing. Please try again.'))
      .toBeVisible();
  });
});

describe('logs and charts', () => {
  test('shows the logs of the device with Refresh and Auto-Refresh', async () => {
    const { server } = await show();
    await openMenuItem('web-01', 'Device Logs');
    const drawer = page.getByRole('dialog', { name: 'Device Logs: web-01' });
    await expect.element(drawer.getByText('agent started')).toBeVisible();
    await expect.element(drawer.getByRole('switch', { name: 'Auto-Refresh (30 sec)' })).not.toBeChecked();
    const before = server.requests.filter(({ path }) => path.endsWith('/logs')).length;
    await userEvent.click(drawer.getByRole('button', { name: 'Refresh' }));
    await expect.poll(() => server.requests.filter(({ path }) => path.endsWith('/logs')).length).toBe(before + 1);
  });

  test('draws the readings over the chosen span', async () => {
    const { server } = await show({ at: `?open=${web.deviceId}&tab=charts` });
    await expect.element(page.getByRole('img', { name: /^CPU: \d+ readings over time/ })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: '24 hours' }));
    await expect
      .poll(() => server.requests.some(({ path, query }) => path.endsWith('/readings') && query.get('hours') === '24'))
      .toBe(true);
  });
});
