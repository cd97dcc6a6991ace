import { noVersionId, type PackageInstall } from '@cfs/contracts/installations';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { accessibilityViolations } from '../../ui/testing/accessibility-violations.ts';
import { fakeServer, problem } from '../../ui/testing/fake-server.ts';
import { render, testTenantId } from '../../ui/testing/render.tsx';
import { InstallationsDrawer } from './installations-drawer.tsx';

const deviceId = '6f1c0000-0000-4000-8000-000000000001';
const id = (number: number): string => `6f1c0000-0000-4000-8000-00000000010${number}`;
const install = (number: number, packageName: string, fields: Partial<PackageInstall> = {}): PackageInstall => ({
  installPackage: { packageId: id(number) },
  packageName,
  installStatus: 'AvailableForInstall',
  packageVersionId: noVersionId,
  packageVersions: [
    { version: '2.0.0', packageVersionId: id(8), label: 'Spring', packageVersionStatusId: 'Latest' },
    { version: '1.0.0', packageVersionId: id(9), label: 'First', packageVersionStatusId: 'Archived' },
  ],
  installedVersionId: null,
  installedVersion: null,
  installed: null,
  percent: null,
  detail: null,
  modified: null,
  ...fields,
});
const installs = [
  install(1, 'Probe'),
  install(2, 'Watcher', { installStatus: 'Downloading', percent: 40, packageVersionId: id(8) }),
  install(3, 'Runner', { installStatus: 'Failed', detail: 'The signature is not valid.', packageVersionId: id(9) }),
];

const installsCall = `GET /v1/devices/GetPackageInstallsWithVersions(deviceId=${deviceId})`;

const Host = () => <InstallationsDrawer drawer={useOpenRow('installations', false)} />;

const show = async () => {
  const server = fakeServer({
    'GET /v1/devices': () => ({ value: [{ deviceId, name: 'web-01' }] }),
    [installsCall]: () => ({ value: installs }),
    [`POST /v1/deviceInstallations/${deviceId}/packages`]: () => ({ value: installs }),
  });
  await render(<Host />, {
    permissions: ['Devices:view', 'Devices:edit'],
    at: `/${testTenantId}/devices?installations=${deviceId}`,
  });
  return server;
};
const choose = async (name: string, option: RegExp): Promise<void> => {
  await userEvent.click(page.getByRole('combobox', { name: `Version of ${name}` }));
  await userEvent.click(page.getByRole('option', { name: option }));
};

test('shows progress and failures, and sends the changes', async () => {
  const server = await show();
  await expect.element(page.getByText('Downloading 40 %')).toBeVisible();
  await expect.element(page.getByText('The signature is not valid.')).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await choose('Probe', /^1\.0\.0 First/);
  await userEvent.click(page.getByRole('button', { name: 'Save', exact: true }));
  await expect
    .poll(() => server.requests.find(({ method }) => method === 'POST')?.body)
    .toEqual([
      { packageId: id(1), deviceId, packageVersionId: id(9), seenVersionId: noVersionId },
      { packageId: id(3), deviceId, packageVersionId: id(9), seenVersionId: id(9) },
    ]);
});

/** The response of the server after another person has set the version of a package. */
const setByOther = (name: string, packageVersionId: string): readonly PackageInstall[] =>
  installs.map((each) =>
    each.packageName === name ? { ...each, packageVersionId, detail: 'The disk is full.' } : each,
  );

test('shows a version that another person sets, and does not revert it', async () => {
  const server = await show();
  await choose('Probe', /^1\.0\.0 First/);
  server.on(installsCall, () => ({ value: setByOther('Runner', id(8)) }));
  await expect.element(page.getByText('The disk is full.')).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Version of Runner' })).toHaveTextContent(/^2\.0\.0/);
  await expect.element(page.getByRole('combobox', { name: 'Version of Probe' })).toHaveTextContent(/^1\.0\.0/);
  await userEvent.click(page.getByRole('button', { name: 'Save', exact: true }));
  await expect
    .poll(() => server.requests.find(({ method }) => method === 'POST')?.body)
    .toEqual([
      { packageId: id(1), deviceId, packageVersionId: id(9), seenVersionId: noVersionId },
      { packageId: id(3), deviceId, packageVersionId: id(8), seenVersionId: id(8) },
    ]);
});

test('shows the saved versions before the next poll', async () => {
  const server = await show();
  await choose('Probe', /^1\.0\.0 First/);
  server.on(`POST /v1/deviceInstallations/${deviceId}/packages`, () => {
    server.on(installsCall, () => new Promise(() => undefined));
    return { value: setByOther('Probe', id(9)) };
  });
  await userEvent.click(page.getByRole('button', { name: 'Save', exact: true }));
  await expect.element(page.getByText('The disk is full.')).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Version of Probe' })).toHaveTextContent(/^1\.0\.0/);
});

test('shows the version of another person after Reload', async () => {
  const server = await show();
  await choose('Probe', /^1\.0\.0 First/);
  server.on(installsCall, () => ({ value: setByOther('Probe', id(8)) }));
  server.on(`POST /v1/deviceInstallations/${deviceId}/packages`, () => problem(409, 'Another version was chosen.'));
  await userEvent.click(page.getByRole('button', { name: 'Save', exact: true }));
  await userEvent.click(page.getByRole('button', { name: 'Reload' }));
  server.on(installsCall, () => new Promise(() => undefined));
  await expect.element(page.getByText('Another version was chosen.')).not.toBeInTheDocument();
  await expect.element(page.getByRole('combobox', { name: 'Version of Probe' })).toHaveTextContent(/^2\.0\.0/);
});

test('lets the person choose between their own version and the one of another person', async () => {
  const server = await show();
  await choose('Probe', /^1\.0\.0 First/);
  server.on(installsCall, () => ({ value: setByOther('Probe', id(8)) }));
  server.on(`POST /v1/deviceInstallations/${deviceId}/packages`, () => problem(409, 'Another version was chosen.'));
  await userEvent.click(page.getByRole('button', { name: 'Save', exact: true }));
  await expect.element(page.getByText('Another version was chosen.')).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Version of Probe' })).toHaveTextContent(/^1\.0\.0/);
  server.on(`POST /v1/deviceInstallations/${deviceId}/packages`, () => ({ value: setByOther('Probe', id(9)) }));
  await userEvent.click(page.getByRole('button', { name: 'Keep my changes' }));
  await userEvent.click(page.getByRole('button', { name: 'Save', exact: true }));
  await expect
    .poll(() => server.requests.findLast(({ method }) => method === 'POST')?.body)
    .toContainEqual({ packageId: id(1), deviceId, packageVersionId: id(9), seenVersionId: id(8) });
});

test('sends the empty GUID for None, and shows an error if saving fails', async () => {
  const server = await show();
  server.on(`POST /v1/deviceInstallations/${deviceId}/packages`, () => problem(500, 'no'));
  await choose('Watcher', /^None/);
  await userEvent.click(page.getByRole('button', { name: 'Save', exact: true }));
  await expect.element(page.getByText('A problem occurred saving the installations. Please try again.')).toBeVisible();
  expect(server.requests.find(({ method }) => method === 'POST')?.body).toContainEqual({
    packageId: id(2),
    deviceId,
    packageVersionId: noVersionId,
    seenVersionId: id(8),
  });
});
