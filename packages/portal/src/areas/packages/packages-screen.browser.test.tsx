import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem } from '../../ui/testing/fake-server.ts';
import { FakeUpload } from '../../ui/testing/fake-upload.ts';
import { render, testTenantId, type RenderOptions } from '../../ui/testing/render.tsx';
import type { PackageRow } from './package-row.ts';
import { PackagesScreen } from './packages-screen.tsx';

const watcher: PackageRow = {
  packageId: '6f1c0000-0000-4000-8000-000000000001',
  tenantId: testTenantId,
  name: 'Disk Watcher',
  description: 'Watches disks.',
  packageTypeId: 'Watcher',
  executableName: 'bin/watch.sh',
  executableTypeId: 'Script',
  referenceUrl: null,
  operatingSystemRidsId: 5,
  parameterDefinitions: '[]',
  modified: '2026-03-01T10:00:00.000Z',
  tenant: { name: 'Fjord' },
};
const version = (text: string, status: string, number: number) => ({
  packageVersionId: `6f1c0000-0000-4000-8000-00000000010${number}`,
  packageId: watcher.packageId,
  version: text,
  label: `Label ${text}`,
  packageVersionStatusId: status,
  size: 12_582_912,
  created: '2026-03-01T10:00:00.000Z',
  createdBy: 'ada@example.com',
});
const operation = {
  operationId: '6f1c0000-0000-4000-8000-000000000201',
  name: 'Free Space',
  description: 'Free space of a disk.',
  operationType: 'Metric',
  operationResultTypeId: 2,
  defaultInterval: '00:05:00',
  frequencyDefinitions: '[2,1]',
  parameterDefinitions: '[{"Name":"Disk","Required":true},{"Name":"Unit","Required":false}]',
  isRetired: false,
};
const everything = ['Packages:view', 'Packages:create', 'Packages:edit', 'Packages:delete', 'Tenants:edit'] as const;

beforeEach(() => void vi.stubGlobal('XMLHttpRequest', FakeUpload));
afterEach(() => void vi.unstubAllGlobals());

const show = async (options: RenderOptions = {}) => {
  let versions = [
    version('2.0.0-rc.1', 'PreRelease', 3),
    version('1.1.0', 'Latest', 2),
    version('1.0.0', 'Archived', 1),
  ];
  const keys: object[] = [];
  const server = fakeServer({
    'GET /v1/packages': ({ query }) =>
      query.get('$top') === '0' ? { value: [], '@odata.count': 1 } : { value: [watcher] },
    'PUT /v1/packages': ({ body }) => ({ ...watcher, ...(body as object) }),
    [`POST /v1/packages/${watcher.packageId}`]: ({ body }) => ({ ...watcher, ...(body as object) }),
    'GET /v1/operations': () => ({ value: [operation] }),
    'GET /v1/packageVersions': () => ({ value: versions }),
    [`DELETE /v1/packages/${watcher.packageId}/versions/${version('1.0.0', 'Archived', 1).packageVersionId}`]: () => {
      versions = versions.slice(0, 2);
      return new Response(null, { status: 204 });
    },
    'GET /v1/publisherKeys': () => ({ value: keys }),
    'PUT /v1/publisherKeys': ({ body }) => {
      const key = {
        publisherKeyId: '6f1c0000-0000-4000-8000-000000000301',
        fingerprint: 'SHA256:abc',
        created: '2026-03-01T10:00:00.000Z',
        createdBy: 'ada@example.com',
        tenant: { name: 'Fjord' },
        ...(body as object),
      };
      keys.push(key);
      return key;
    },
    'POST /v1/packages/upload': () => ({
      value: [
        {
          packageId: watcher.packageId,
          packageName: 'Disk Watcher',
          version: '1.2.0',
          packageVersionStatusId: 'Latest',
          isNew: true,
        },
      ],
    }),
    'GET /api/generallookup/tenants': () => [{ tenantId: testTenantId, name: 'Fjord' }],
    'GET /v1/preferences': () => ({}),
    'GET /v1/savedViews': () => ({ value: [] }),
  });
  const at = `/${testTenantId}/packages${options.at ?? ''}`;
  const screen = await render(<PackagesScreen />, { permissions: everything, ...options, at });
  const sent = (method: string) => server.requests.filter((request) => request.method === method);
  return { screen, server, sent };
};

const button = (name: string) => page.getByRole('button', { name, exact: true });
const drawer = (name: string | RegExp) => page.getByRole('dialog', { name });
const open = `?open=${watcher.packageId}`;

describe('the package catalog', () => {
  test('shows its columns and the permitted actions', async () => {
    await show();
    await expect.element(button('Edit Package Disk Watcher')).toBeVisible();
    await expect.element(page.getByText('WinX64, LinuxX64')).toBeVisible();
    const headers = page.getByRole('columnheader').elements();
    expect(headers.map((header) => header.textContent)).toEqual([
      'Name',
      'Supported Operating Systems',
      'Package Type',
      'Executable Type',
      'Tenant',
      'Actions',
    ]);
  });

  test('is read-only for people who may only view', async () => {
    await show({ permissions: ['Packages:view'] });
    await expect.element(button('View Package Disk Watcher')).toBeVisible();
    expect(page.getByRole('button', { name: /^(Create|Upload|Delete)/ }).elements()).toEqual([]);
  });

  test('shows why a package cannot be deleted', async () => {
    const { server } = await show();
    const detail = 'The package is in use by installations on 2 devices.';
    server.on(`DELETE /v1/packages/${watcher.packageId}`, () => problem(409, detail));
    await button('Delete Package Disk Watcher').click();
    await drawer('Delete Package').getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText(detail)).toBeVisible();
  });
});

describe('a package', () => {
  test('disables the fields that its bundles define, and saves the others', async () => {
    const { sent } = await show({ at: open });
    const panel = drawer('Edit Package: Disk Watcher');
    await expect.element(panel.getByRole('textbox', { name: 'Name', exact: true })).toBeDisabled();
    await expect.element(panel.getByRole('checkbox', { name: 'LinuxX64' })).toBeChecked();
    await panel.getByLabelText('Description').fill('Watches every disk.');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(() => sent('POST').map(({ body }) => body))
      .toMatchObject([{ description: 'Watches every disk.', modified: watcher.modified }]);
  });

  test('has no tabs for operations and versions while it is created', async () => {
    const { sent } = await show({ at: '?open=new' });
    const panel = drawer('Create Package');
    expect(panel.getByRole('tab').elements()).toEqual([]);
    await panel.getByRole('textbox', { name: 'Name', exact: true }).fill(' ');
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(panel.getByText('Please enter a name.')).toBeVisible();
    await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Probe');
    await panel.getByRole('checkbox', { name: 'WinX64' }).click();
    await panel.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(() => sent('PUT').map(({ body }) => body))
      .toMatchObject([{ name: 'Probe', packageTypeId: 'Watcher', operatingSystemRidsId: 1, tenantId: testTenantId }]);
  });

  test('lists its operations with frequencies and parameters', async () => {
    await show({ at: `${open}&tab=operations` });
    const table = page.getByRole('table', { name: 'Operations' });
    await expect.element(table.getByText('Free Space')).toBeVisible();
    await expect.element(table.getByText('Disk *, Unit')).toBeVisible();
    await expect.element(table.getByText('Recurring, On demand')).toBeVisible();
  });

  test('lists its versions, all of which can be deleted except the latest', async () => {
    await show({ at: `${open}&tab=versions` });
    await expect.element(button('Delete version 1.0.0')).toBeVisible();
    await expect.element(button('Delete version 2.0.0-rc.1')).toBeVisible();
    expect(button('Delete version 1.1.0').elements()).toEqual([]);
    await button('Delete version 1.0.0').click();
    await drawer('Delete Package Version').getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('Package version deleted successfully.')).toBeVisible();
    await expect.element(button('Delete version 1.0.0')).not.toBeInTheDocument();
  });
});

const chooseFile = async (name: string): Promise<void> => {
  const chooser = page.getByTestId('file-chooser');
  await chooser.upload(new File(['PK'], name, { type: 'application/zip' }));
};

describe('an upload', () => {
  test('requires a label and a file', async () => {
    const { sent } = await show({ at: '?upload=new' });
    const panel = drawer('Upload Package Version');
    await panel.getByLabelText('Label').fill(' ');
    await panel.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect.element(panel.getByText('Label is required')).toBeVisible();
    await expect.element(panel.getByText('File is required')).toBeVisible();
    expect(sent('POST')).toEqual([]);
  });

  test('sends label, tenant and file as multipart form data, and shows the uploaded version', async () => {
    const { server } = await show({ at: '?upload=new' });
    const bodies: string[] = [];
    server.on('POST /v1/packages/upload', async ({ body }) => {
      bodies.push(body instanceof Blob ? await body.text() : String(body));
      return {
        value: [{ packageName: 'Disk Watcher', version: '1.2.0', packageVersionStatusId: 'Latest', isNew: true }],
      };
    });
    const panel = drawer('Upload Package Version');
    await panel.getByLabelText('Label').fill('Spring');
    await chooseFile('watcher.zip');
    await expect.element(panel.getByText(/watcher.zip/)).toBeVisible();
    await panel.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect.element(page.getByText('Disk Watcher 1.2.0 was uploaded: Latest.')).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
    expect(bodies[0]).toMatch(
      /name="label"\r\n\r\nSpring\r\n[^]*name="tenantId"\r\n\r\n[0-9a-f-]{36}\r\n[^]*name="file-0"; filename="watcher.zip"\r\n/,
    );
  });

  test.each([
    [400, 'The bundle is not signed by a publisher key of the tenant.'],
    [409, 'Version 1.2.0 of Disk Watcher already exists with different content. Upload a higher version.'],
  ])('refused with %i shows the reason of the server and keeps the form', async (status, detail) => {
    const { server } = await show({ at: '?upload=new' });
    server.on('POST /v1/packages/upload', () =>
      problem(status, detail, status === 400 ? { File: [detail] } : undefined),
    );
    const panel = drawer('Upload Package Version');
    await panel.getByLabelText('Label').fill('Spring');
    await chooseFile('watcher.zip');
    await panel.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect.element(panel.getByText(detail).first()).toBeVisible();
    await expect.element(panel.getByLabelText('Label')).toHaveValue('Spring');
  });

  test('that fails with a server error shows a general message', async () => {
    const { server } = await show({ at: '?upload=new' });
    server.on('POST /v1/packages/upload', () => problem(500, 'An unexpected error occurred.'));
    const panel = drawer('Upload Package Version');
    await panel.getByLabelText('Label').fill('Spring');
    await chooseFile('watcher.zip');
    await panel.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect.element(page.getByText('A problem occurred uploading the bundle. Please try again.')).toBeVisible();
  });
});

test('a user with Tenants:edit can add publisher keys', async () => {
  const { sent } = await show({ at: '?keys=new' });
  await expect.element(page.getByText('No publisher keys yet')).toBeVisible();
  await button('Add Key').click();
  const panel = drawer('Add Publisher Key');
  await panel.getByLabelText('Name').fill('Contoso');
  await panel.getByLabelText('Public Key').fill('AAAA');
  await panel.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => sent('PUT').map(({ body }) => body)).toMatchObject([{ name: 'Contoso', publicKey: 'AAAA' }]);
  await expect.element(page.getByRole('table', { name: 'Publisher keys' }).getByText('Contoso')).toBeVisible();
});

test.each(['light', 'dark'] as const)('versions and upload have no accessibility violations, %s', async (theme) => {
  await show({ at: `${open}&tab=versions`, theme });
  await expect.element(button('Delete version 1.0.0')).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
});
