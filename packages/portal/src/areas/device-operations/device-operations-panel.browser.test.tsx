import type { AvailableOperation, OperationRun } from '@cfs/contracts/device-operations';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem } from '../../ui/testing/fake-server.ts';
import { render, testTenantId, type RenderOptions } from '../../ui/testing/render.tsx';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { DeviceOperationsDrawer } from './device-operations-drawer.tsx';
import type { DeviceOperationRow, OperatedDevice } from './device-operation-row.ts';

const id = (number: number): string => `6f1c0000-0000-4000-8000-0000000000${String(number).padStart(2, '0')}`;
const device: OperatedDevice = { deviceId: id(1), tenantId: testTenantId, name: 'web-01', operatingSystemId: 4 };
const other: OperatedDevice = { deviceId: id(2), tenantId: testTenantId, name: 'web-02', operatingSystemId: 4 };
const http: AvailableOperation = {
  operationId: id(3),
  name: 'HTTP Availability',
  description: 'Calls an address.',
  operationType: 'Availability',
  operationResultTypeId: 2,
  defaultInterval: '00:10:00',
  frequencyDefinitions: '[2,1]',
  parameterDefinitions: JSON.stringify([
    { Name: 'Url', Description: 'Address', Required: true, Source: 'PortalEntry', DefaultValue: null },
    { Name: 'Token', Description: null, Required: false, Source: 'PortalEntry', DefaultValue: null },
  ]),
  package: { packageId: id(4), name: 'Core', operatingSystemRidsId: 7 },
  totalBeforeFiltering: 11,
};
const row = (number: number, label: string, fields: Partial<DeviceOperationRow> = {}): DeviceOperationRow => ({
  deviceOperationId: id(number),
  tenantId: testTenantId,
  deviceId: device.deviceId,
  operationId: http.operationId,
  label,
  referenceId: null,
  globalSettingId: null,
  enabled: true,
  operationComplete: false,
  completionToken: null,
  frequencyTypeId: 1,
  interval: '00:05:00',
  isInteractive: false,
  isDeleted: false,
  parameters: '[{"Name":"Url","Source":"PortalEntry","Value":"https://example.com/","SecuredValues":null}]',
  frequencyDefinitions: http.frequencyDefinitions,
  parameterDefinitions: http.parameterDefinitions,
  timeoutSeconds: null,
  memoryLimitMebibytes: null,
  created: '2026-03-01T10:00:00.000Z',
  modified: '2026-03-01T10:00:00.000Z',
  operation: http,
  ...fields,
});
const site = row(11, 'Site up');
const queued = row(12, 'Certificate', { completionToken: id(99) });
const scheduled = row(13, 'Disk', {
  frequencyTypeId: 2,
  parameterDefinitions: JSON.stringify([
    { Name: 'Path', Description: null, Required: false, Source: 'PortalEntry', DefaultValue: null },
  ]),
});
const run: OperationRun = {
  runId: id(50),
  started: '2026-03-01T10:00:00.000Z',
  outcome: 'Failed',
  durationMilliseconds: 12_400,
  exitCode: 2,
  value: null,
  output: 'no route to host',
  outputTruncated: true,
  error: 'The address does not answer.',
  queuedBy: 'ops@example.com',
  state: 'Ended',
};

const Host = () => <DeviceOperationsDrawer drawer={useOpenRow('operations', false)} />;

const show = async (options: RenderOptions = {}) => {
  const rows = [site, queued, scheduled];
  const server = fakeServer({
    'GET /v1/devices': ({ query }) => ({ value: query.get('$filter')?.includes('deviceId ne') ? [other] : [device] }),
    'GET /v1/deviceOperations': ({ query }) => {
      const named = rows.filter((each) => query.get('$filter')?.includes(each.deviceOperationId));
      return { value: named.length > 0 ? named : rows };
    },
    'GET /v1/packets': () => ({
      value: [
        { entityId: site.deviceOperationId, timestamp: new Date().toISOString(), value: '200', cpuPercent: null },
      ],
    }),
    [`GET /v1/operations/GetAvailableOperationsForDevice(tenantId=${testTenantId},operatingSystemId=4)`]: () => ({
      value: [http],
    }),
    'PUT /v1/deviceOperations': ({ body }) => row(20, 'Created', body as object),
    [`POST /v1/deviceOperations/${site.deviceOperationId}`]: ({ body }) => ({
      ...site,
      ...(body as object),
      parameters: site.parameters,
    }),
    [`POST /v1/deviceOperations/${site.deviceOperationId}/enqueueOnDemand`]: () => ({
      ...site,
      completionToken: id(98),
    }),
    [`POST /v1/deviceOperations/${queued.deviceOperationId}/dequeueOnDemand`]: () => ({
      ...queued,
      completionToken: null,
    }),
    [`DELETE /v1/deviceOperations/${site.deviceOperationId}`]: () => new Response(null, { status: 204 }),
    'POST /v1/deviceOperations/clone': () => ({
      message: 'Device Operations Cloned Successfully.',
      cloned: 2,
      skipped: 0,
    }),
    [`GET /v1/deviceOperations/${site.deviceOperationId}/runs`]: () => ({ value: [run] }),
    [`GET /v1/deviceOperations/${site.deviceOperationId}/logs`]: () => [],
  });
  const { unmount } = await render(<Host />, {
    permissions: ['Devices:view', 'Devices:edit'],
    ...options,
    at: `/${testTenantId}/devices?operations=${device.deviceId}${options.at ?? ''}`,
  });
  return { server, unmount };
};
const button = (name: string) => page.getByRole('button', { name });
const choose = async (label: string, option: string): Promise<void> => {
  await userEvent.click(page.getByRole('combobox', { name: label }));
  await userEvent.click(page.getByRole('option', { name: option, exact: true }));
};
const menu = async (label: string, item: string): Promise<void> => {
  await userEvent.click(button(`More actions of ${label}`));
  await userEvent.click(page.getByRole('menuitem', { name: item }));
};

describe('the operations of a device', () => {
  test('show their latest value and state', async () => {
    const { server } = await show();
    await expect.element(page.getByText('200')).toBeVisible();
    await expect.element(page.getByText('Queued', { exact: true })).toBeVisible();
    expect(await accessibilityViolations()).toEqual([]);
    const list = server.requests.find(({ path }) => path === '/v1/deviceOperations');
    expect(list?.query.get('$filter')).toBe(
      `(deviceId eq ${device.deviceId}) and (isDeleted eq false) and (enabled eq true)`,
    );
    expect(list?.query.get('$expand')).toBe('operation($expand=package)');
  });

  test('offer Enqueue and Dequeue only for on-demand operations', async () => {
    await show();
    await userEvent.click(button('Enqueue Site up'));
    await expect.element(page.getByText('On Demand Device Operation enqueued successfully.')).toBeVisible();
    await userEvent.click(button('Dequeue Certificate'));
    await expect.element(page.getByText('On Demand Device Operation dequeued successfully.')).toBeVisible();
    expect(button('Enqueue Disk').elements()).toEqual([]);
    expect(button('Dequeue Disk').elements()).toEqual([]);
  });

  test('are enqueued once by a double click', async () => {
    const { server } = await show();
    const enqueued = Promise.withResolvers<unknown>();
    server.on(`POST /v1/deviceOperations/${site.deviceOperationId}/enqueueOnDemand`, () => enqueued.promise);
    await button('Enqueue Site up').dblClick();
    enqueued.resolve({ ...site, completionToken: id(98) });
    await expect.element(page.getByText('On Demand Device Operation enqueued successfully.')).toBeVisible();
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('are disabled, and are deleted after a confirmation', async () => {
    const { server } = await show();
    await menu('Site up', 'Disable Operation');
    await expect.element(page.getByText('Device Operation disabled successfully.')).toBeVisible();
    await menu('Site up', 'Delete Operation');
    await userEvent.click(
      page.getByRole('dialog', { name: 'Delete Operation' }).getByRole('button', { name: 'Delete' }),
    );
    await expect.element(page.getByText('Device Operation deleted successfully.')).toBeVisible();
    expect(server.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  test("show the server's message if an action is rejected", async () => {
    const { server } = await show();
    server.on(`POST /v1/deviceOperations/${site.deviceOperationId}/enqueueOnDemand`, () =>
      problem(409, 'The operation is already queued.'),
    );
    await userEvent.click(button('Enqueue Site up'));
    await expect.element(page.getByText('The operation is already queued.')).toBeVisible();
  });

  test('offer no changes to viewers, even by a shared URL', async () => {
    const at = `&clone=${device.deviceId}`;
    const { unmount } = await show({ at });
    await expect.element(page.getByText('Clone Device Operations')).toBeVisible();
    await unmount();
    await show({ permissions: ['Devices:view'], at });
    await expect.element(button('Runs of Site up')).toBeVisible();
    for (const name of ['Add Operation', 'Clone Operations', 'Enqueue Site up', 'More actions of Site up'])
      expect(button(name).elements()).toEqual([]);
    expect(page.getByText('Clone Device Operations').elements()).toEqual([]);
  });
});

describe('adding an operation', () => {
  test('leads from the picker to a form with the parameters of the operation', async () => {
    const { server } = await show();
    await userEvent.click(button('Add Operation'));
    await expect.element(page.getByText('1 of 11 operations')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: /^HTTP Availability/ }));
    const form = page.getByRole('dialog', { name: 'Create Device Operation' });
    await expect.element(form.getByRole('textbox', { name: 'Interval' })).toHaveValue('00:10:00');
    await userEvent.click(page.getByRole('combobox', { name: 'Frequency' }));
    expect(
      page
        .getByRole('option')
        .elements()
        .map((option) => option.textContent),
    ).toEqual(['Recurring', 'On demand']);
    await userEvent.click(page.getByRole('option', { name: 'On demand' }));
    await userEvent.click(form.getByRole('button', { name: 'Save & Close' }));
    await expect.element(form.getByText('Url is required.')).toBeVisible();
    await userEvent.fill(form.getByRole('textbox', { name: 'Url value' }), 'https://example.com/');
    await choose('Token source', 'Secured value');
    await userEvent.fill(form.getByRole('textbox', { name: 'Secret', exact: true }), 'api-key');
    expect(await accessibilityViolations()).toEqual([]);
    await userEvent.click(form.getByRole('button', { name: 'Save & Close' }));
    await expect.element(page.getByText('Device Operation created successfully.')).toBeVisible();
    const created = server.requests.find(({ method }) => method === 'PUT');
    expect(created?.body).toMatchObject({
      deviceId: device.deviceId,
      operationId: http.operationId,
      label: 'HTTP Availability',
      frequencyTypeId: 1,
      interval: '00:10:00',
      parameters: [
        { Name: 'Url', Source: 'PortalEntry', Value: 'https://example.com/' },
        {
          Name: 'Token',
          Source: 'SecuredValue',
          Value: '{{secret}}',
          SecuredValues: [{ PlaceholderKeyForSecretValue: 'secret', SecuredSourceKeyToGetSecretValue: 'api-key' }],
        },
      ],
    });
  });

  test('shows the parameters of the version that the device is to have', async () => {
    await show({ at: `&operation=${scheduled.deviceOperationId}` });
    const form = page.getByRole('dialog', { name: 'Edit Device Operation: Disk' });
    await expect.element(form.getByRole('textbox', { name: 'Path value' })).toBeVisible();
    expect(form.getByRole('textbox', { name: 'Url value' }).elements()).toEqual([]);
  });

  test('edits a stored operation', async () => {
    const { server } = await show({ at: `&operation=${site.deviceOperationId}` });
    const form = page.getByRole('dialog', { name: 'Edit Device Operation: Site up' });
    await userEvent.fill(form.getByRole('textbox', { name: 'Interval' }), '');
    await userEvent.click(form.getByRole('button', { name: 'Save', exact: true }));
    await expect.element(form.getByText('Interval is required')).toBeVisible();
    await userEvent.fill(form.getByRole('textbox', { name: 'Interval' }), '00:01:00');
    await userEvent.click(form.getByRole('button', { name: 'Save & Close' }));
    await expect.element(page.getByText('Device Operation updated successfully.')).toBeVisible();
    expect(server.requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
      interval: '00:01:00',
      modified: site.modified,
    });
  });
});

describe('cloning and runs', () => {
  test('clones all operations except those that are deselected', async () => {
    const { server } = await show({ at: `&clone=${device.deviceId}` });
    const drawer = page.getByRole('dialog', { name: 'Clone Device Operations' });
    await expect.element(drawer.getByText('All operations (3 of 3)')).toBeVisible();
    await expect.element(drawer.getByRole('button', { name: 'Clone' })).toBeDisabled();
    await userEvent.click(drawer.getByRole('checkbox', { name: 'Disk' }));
    await userEvent.click(drawer.getByRole('combobox', { name: 'Target Device' }));
    await userEvent.click(page.getByRole('option', { name: 'web-02' }));
    await userEvent.click(drawer.getByRole('button', { name: 'Clone' }));
    await expect.element(page.getByText('Device Operations Cloned Successfully.')).toBeVisible();
    expect(server.requests.find(({ method }) => method === 'POST')?.body).toEqual({
      fromDeviceId: device.deviceId,
      toDeviceId: other.deviceId,
      deviceOperationIdsToClone: `${site.deviceOperationId},${queued.deviceOperationId}`,
    });
  });

  test('shows runs with outcome, duration, exit code and output', async () => {
    await show();
    await userEvent.click(button('Runs of Site up'));
    const drawer = page.getByRole('dialog', { name: 'Runs: Site up' });
    await expect.element(drawer.getByText('12 s, exit code 2, queued by ops@example.com')).toBeVisible();
    await userEvent.click(drawer.getByRole('button', { name: /^Failed/ }));
    await expect.element(drawer.getByText('no route to host')).toBeVisible();
    await expect.element(drawer.getByText('The agent has truncated the output.')).toBeVisible();
    await userEvent.click(drawer.getByRole('tab', { name: 'Operation Logs' }));
    await expect.element(drawer.getByText('No Logs Found.')).toBeVisible();
  });
});
