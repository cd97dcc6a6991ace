import type { RollOutDevice } from '@cfs/contracts/roll-out-enumerations';
import type { RollOut, RollOutStageSummary, RollOutSummary } from '@cfs/contracts/roll-outs';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem } from '../../ui/testing/fake-server.ts';
import { render, testTenantId, type RenderOptions } from '../../ui/testing/render.tsx';
import { RollOutsScreen } from './roll-outs-screen.tsx';

const id = (number: number): string => `6f1c0000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const time = '2026-11-01T08:00:00.000Z';

const rollOut: RollOut = {
  rollOutId: id(1),
  tenantId: testTenantId,
  packageId: id(2),
  packageName: 'Disk Check',
  packageVersionId: id(3),
  version: '2.0.0',
  state: 'Running',
  stages: '[10,100]',
  stage: 1,
  healthyMinutes: 60,
  failurePercent: 10,
  silentFails: true,
  deviceCount: 20,
  settled: time,
  detail: null,
  ended: null,
  created: time,
  createdBy: 'Ola',
  modified: time,
  modifiedBy: 'Ola',
};
const stage = (fields: Partial<RollOutStageSummary>): RollOutStageSummary => ({
  stage: 1,
  percent: 10,
  devices: 2,
  waiting: 0,
  installing: 0,
  offline: 0,
  installed: 0,
  failed: 0,
  skipped: 0,
  takenBack: 0,
  ...fields,
});
const summary: RollOutSummary = {
  ...rollOut,
  nextStage: '2026-11-01T09:00:00.000Z',
  summary: [stage({ installed: 1, failed: 1 }), stage({ stage: 2, percent: 100, devices: 18, waiting: 18 })],
};
const device = (number: number, fields: Partial<RollOutDevice>): RollOutDevice => ({
  rollOutDeviceId: id(number),
  rollOutId: rollOut.rollOutId,
  deviceId: id(number),
  deviceName: `web-${number}`,
  stage: 1,
  position: number,
  state: 'Installed',
  detail: null,
  assigned: time,
  ...fields,
});
const devices = [device(10, {}), device(11, { state: 'Failed', detail: 'checksum' })];

const show = async (options: RenderOptions = {}) => {
  const server = fakeServer({
    'GET /v1/rollOuts': () => ({ value: [rollOut] }),
    [`GET /v1/rollOuts/${rollOut.rollOutId}`]: () => summary,
    'GET /v1/rollOutDevices': ({ query }) => ({
      value: devices.filter(
        ({ state }) => !query.get('$filter')?.includes("'") || query.get('$filter')?.includes(state),
      ),
    }),
    'GET /v1/packageVersions': ({ query }) => ({
      value: query.has('$apply')
        ? [{ packageId: id(2), tenantId: testTenantId, package: { name: 'Disk Check' } }]
        : [{ packageVersionId: id(3), packageId: id(2), version: '2.0.0', packageVersionStatusId: 'Latest' }],
    }),
    'GET /api/generallookup/subscriptions': () => [],
    'PUT /v1/rollOuts': () => rollOut,
    [`POST /v1/rollOuts/${rollOut.rollOutId}/pause`]: () => ({ ...rollOut, state: 'Paused' }),
    [`POST /v1/rollOuts/${rollOut.rollOutId}/abort`]: () => ({ ...rollOut, state: 'Aborted' }),
  });
  await render(<RollOutsScreen />, {
    permissions: ['Devices:view', 'Devices:edit'],
    ...options,
    at: `/${testTenantId}/rollouts${options.at ?? ''}`,
  });
  return server;
};
const opened = { at: `?open=${rollOut.rollOutId}` } as const;
const posted = (server: Awaited<ReturnType<typeof show>>) =>
  server.requests.filter(({ method }) => method === 'POST').map(({ path }) => path);

describe('roll-outs', () => {
  test('are listed, and one opens with its stages and devices', async () => {
    await show();
    await userEvent.click(page.getByRole('button', { name: 'Edit Roll-out Disk Check 2.0.0' }));
    const drawer = page.getByRole('dialog', { name: 'Roll-out: Disk Check 2.0.0' });
    await expect.element(drawer.getByText('1 installed, 1 failed')).toBeVisible();
    await expect.element(drawer.getByText('18 waiting')).toBeVisible();
    await expect.element(drawer.getByText(/The next stage begins at/)).toBeVisible();
    await expect.element(drawer.getByRole('row', { name: /web-11.*Failed.*checksum/ })).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
  });

  test('show only the devices of a selected state', async () => {
    await show(opened);
    await expect.element(page.getByRole('row', { name: /web-10/ })).toBeVisible();
    await userEvent.click(page.getByRole('combobox', { name: 'State of the devices' }));
    await userEvent.click(page.getByRole('option', { name: 'Failed' }));
    await expect.element(page.getByRole('row', { name: /web-10/ })).not.toBeInTheDocument();
    await expect.element(page.getByRole('row', { name: /web-11/ })).toBeVisible();
  });

  test('show the devices of a large roll-out in pages, the next one on each click', async () => {
    const server = await show();
    const many = Array.from({ length: 130 }, (_, index) => device(10 + index, {}));
    server.on('GET /v1/rollOutDevices', ({ query }) => {
      if (query.get('$count') === 'true') return { value: [], '@odata.count': many.length };
      const skip = Number(query.get('$skip'));
      return { value: many.slice(skip, skip + Number(query.get('$top'))) };
    });
    await userEvent.click(page.getByRole('button', { name: 'Edit Roll-out Disk Check 2.0.0' }));
    for (const shown of [50, 100]) {
      await expect.element(page.getByText(`${shown} of 130 devices`, { exact: true })).toBeVisible();
      await userEvent.click(page.getByRole('button', { name: 'Show More' }));
    }
    await expect.element(page.getByText('130 devices', { exact: true })).toBeVisible();
    expect(page.getByRole('button', { name: 'Show More' }).elements()).toEqual([]);
    expect(page.getByText('web-139', { exact: true }).elements()).toHaveLength(1);
  });

  test('are paused immediately, and aborted after a confirmation', async () => {
    const server = await show(opened);
    await userEvent.click(page.getByRole('button', { name: 'Pause' }));
    await expect.element(page.getByText('The roll-out of Disk Check 2.0.0 was paused.')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Abort' }));
    await userEvent.click(page.getByRole('dialog', { name: 'Abort Roll-out' }).getByRole('button', { name: 'Cancel' }));
    expect(posted(server)).toEqual([`/v1/rollOuts/${rollOut.rollOutId}/pause`]);
    await userEvent.click(page.getByRole('button', { name: 'Abort' }));
    await userEvent.click(page.getByRole('dialog', { name: 'Abort Roll-out' }).getByRole('button', { name: 'Abort' }));
    await expect.element(page.getByText('The roll-out of Disk Check 2.0.0 was aborted.')).toBeVisible();
  });

  test('are paused once by a double click', async () => {
    const server = await show(opened);
    const paused = Promise.withResolvers<unknown>();
    server.on(`POST /v1/rollOuts/${rollOut.rollOutId}/pause`, () => paused.promise);
    await page.getByRole('button', { name: 'Pause' }).dblClick();
    paused.resolve({ ...rollOut, state: 'Paused' });
    await expect.element(page.getByText('The roll-out of Disk Check 2.0.0 was paused.')).toBeVisible();
    expect(posted(server)).toHaveLength(1);
  });

  test('offer no commands to users with read-only access', async () => {
    await show({ ...opened, permissions: ['Devices:view'] });
    await expect.element(page.getByText('1 installed, 1 failed')).toBeVisible();
    expect(page.getByRole('button', { name: 'Pause' }).elements()).toEqual([]);
  });
});

describe('a new roll-out', () => {
  const fill = async (): Promise<void> => {
    await userEvent.click(page.getByRole('combobox', { name: 'Package' }));
    await userEvent.click(page.getByRole('option', { name: 'Disk Check' }));
    await userEvent.click(page.getByRole('combobox', { name: 'Version' }));
    await userEvent.click(page.getByRole('option', { name: '2.0.0 (Latest)' }));
  };

  test('offers the packages of the tenant and the shared ones, distinguished by their labels', async () => {
    const server = await show({ at: '?open=new' });
    server.on('GET /v1/packageVersions', ({ query }) => {
      const isOwnOrShared = query
        .get('$apply')
        ?.includes(`filter((tenantId eq ${testTenantId}) or (tenantId eq null))`);
      return {
        value: [
          { packageId: id(4), tenantId: null, package: { name: 'Disk Check' } },
          { packageId: id(2), tenantId: testTenantId, package: { name: 'Disk Check' } },
          ...(isOwnOrShared ? [] : [{ packageId: id(5), tenantId: id(6), package: { name: 'Foreign' } }]),
        ],
      };
    });
    await userEvent.click(page.getByRole('combobox', { name: 'Package' }));
    await expect
      .poll(() =>
        page
          .getByRole('option')
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual(['Disk Check', 'Disk Check (All tenants)']);
  });

  test('is sent with its stages as numbers', async () => {
    const server = await show({ at: '?open=new' });
    await fill();
    await userEvent.fill(page.getByRole('textbox', { name: 'Stages (%)' }), '10, 100');
    await userEvent.click(page.getByRole('button', { name: 'Start' }));
    await expect.element(page.getByText('The roll-out of Disk Check 2.0.0 to 20 devices has started.')).toBeVisible();
    expect(server.requests.find(({ method }) => method === 'PUT')?.body).toEqual({
      packageVersionId: id(3),
      subscriptionId: null,
      onlyInstalled: false,
      stages: [10, 100],
      healthyMinutes: 60,
      failurePercent: 10,
      silentFails: true,
    });
  });

  test('requires a last stage of 100 %, and shows the reason of a refusal by the server', async () => {
    const server = await show({ at: '?open=new' });
    server.on('PUT /v1/rollOuts', () => problem(409, 'A roll-out of Disk Check 1.0.0 is under way.'));
    await fill();
    await userEvent.fill(page.getByRole('textbox', { name: 'Stages (%)' }), '10, 50');
    await userEvent.click(page.getByRole('button', { name: 'Start' }));
    await expect.element(page.getByText('The last stage must be 100 %.')).toBeVisible();
    await userEvent.fill(page.getByRole('textbox', { name: 'Stages (%)' }), '10, 100');
    await userEvent.click(page.getByRole('button', { name: 'Start' }));
    await expect.element(page.getByText('A roll-out of Disk Check 1.0.0 is under way.')).toBeVisible();
  });
});
