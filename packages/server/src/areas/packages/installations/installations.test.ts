import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemContext, systemTenantId } from '../../../platform/context.ts';
import { Problem } from '../../../platform/problems.ts';
import { seedDevice } from '../../../testing/seed-device.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { seedPackage, type SeededPackage } from '../testing/seed-package.ts';
import { findDesiredVersions } from './find-desired-versions.ts';
import { recordInstallReports, type InstallReport } from './record-install-reports.ts';
import { setDesiredVersions, type DesiredVersion } from './set-desired-versions.ts';

let server: TestServer;
let device: { tenantId: string; deviceId: string };
let software: SeededPackage;
let shared: SeededPackage;

beforeAll(async () => {
  server = await startTestServer({ areas: [] });
  software = await seedPackage(server.database, server.tenants.own, { '1.0.0': 'Archived', '1.1.0': 'Latest' });
  shared = await seedPackage(server.database, systemTenantId, { '3.0.0': 'Latest' });
});
afterAll(() => server.close());

const scope = { permission: 'Devices:edit', shared: true } as const;
const context = () => systemContext({ name: 'test', clock: server.clock, tenantId: server.tenants.own });
const newDevice = async () => {
  const { deviceId = '' } = await seedDevice(server.database, server.tenants.own);
  device = { tenantId: server.tenants.own, deviceId };
};
const want = (...desired: DesiredVersion[]): Promise<boolean> =>
  server.services.gate.write(context(), scope, (db, change) => setDesiredVersions(db, change, device, desired));
const wanted = (version: string | null): DesiredVersion => ({
  packageId: software.packageId,
  packageVersionId: version === null ? null : (software.versions[version] ?? ''),
});
const report = (version: string, state: InstallReport['state'], more: Partial<InstallReport> = {}): Promise<void> =>
  server.services.gate.write(context(), scope, (db, change) =>
    recordInstallReports(db, change, device, [
      {
        packageId: software.packageId,
        packageVersionId: software.versions[version] ?? '',
        state,
        percent: 0,
        error: null,
        ...more,
      },
    ]),
  );
const versionOf = (id: unknown): string | null =>
  Object.entries(software.versions).find(([, versionId]) => versionId === id)?.[0] ?? null;
const stored = async () => {
  const rows = await server.database.asOwner<Record<string, unknown>>(
    `select desired_version_id, installed_version_id, status, percent, detail, installed from cfs.package_installations
     where device_id = $1 and package_id = $2`,
    [device.deviceId, software.packageId],
  );
  return rows.map(({ desired_version_id, installed_version_id, ...row }) => ({
    ...row,
    desired: versionOf(desired_version_id),
    version: versionOf(installed_version_id),
  }));
};
const desiredInstalls = () => server.services.gate.read(context(), scope, (db) => findDesiredVersions(db, device));
/** When the desired versions of the device were set, as its agent receives it. */
const timesSet = async () => (await desiredInstalls()).map(({ desired }) => desired);

test('an installation changes from pending through its progress to installed', async () => {
  await newDevice();
  expect(await want(wanted('1.0.0'))).toBe(true);
  expect(await stored()).toMatchObject([{ desired: '1.0.0', version: null, status: 1 }]);
  await report('1.0.0', 'Downloading', { percent: 40 });
  expect(await stored()).toMatchObject([{ status: 2, percent: 40 }]);
  await report('1.0.0', 'Installing', { percent: 100 });
  await report('1.0.0', 'Installed');
  const [row] = await stored();
  expect(row).toMatchObject({ version: '1.0.0', status: 5, percent: null, installed: server.clock.now() });
  server.clock.advance(60_000);
  await report('1.0.0', 'Installed');
  expect(await stored()).toEqual([row]);
});

test('an update that is rolled back keeps the former version and its reason', async () => {
  await newDevice();
  await want(wanted('1.0.0'));
  await report('1.0.0', 'Installed');
  await want(wanted('1.1.0'));
  expect(await stored()).toMatchObject([{ desired: '1.1.0', version: '1.0.0', status: 1 }]);
  await report('1.1.0', 'RolledBack', { percent: 100, error: 'It did not report within five minutes.' });
  expect(await stored()).toMatchObject([
    { desired: '1.1.0', version: '1.0.0', status: 7, percent: null, detail: 'It did not report within five minutes.' },
  ]);
});

test('a failed version is retried when it is set again', async () => {
  await newDevice();
  await want(wanted('1.0.0'));
  const first = await timesSet();
  expect(first).toEqual([server.clock.now().toISOString()]);
  server.clock.advance(1_000);
  expect(await want(wanted('1.0.0'))).toBe(false);
  await report('1.0.0', 'Failed', { error: 'The disk is full.' });
  expect(await timesSet()).toEqual(first);
  expect(await want(wanted('1.0.0'))).toBe(true);
  expect(await stored()).toMatchObject([{ status: 1, detail: null }]);
  expect(await timesSet()).toEqual([server.clock.now().toISOString()]);
});

test('a failed version is retried when it is removed and set again', async () => {
  await newDevice();
  await want(wanted('1.0.0'));
  const first = await timesSet();
  await report('1.0.0', 'Failed', { error: 'The disk is full.' });
  server.clock.advance(1_000);
  await want(wanted(null));
  await want(wanted('1.0.0'));
  expect(await timesSet()).not.toEqual(first);
});

test('a package that is no longer wanted is removed by the agent', async () => {
  await newDevice();
  await want(wanted('1.0.0'));
  await report('1.0.0', 'Installed');
  await want(wanted(null));
  expect(await stored()).toMatchObject([{ desired: null, version: '1.0.0', status: 8 }]);
  await report('1.0.0', 'Removed');
  expect(await stored()).toEqual([]);
});

test('a package that was never installed is withdrawn at once', async () => {
  await newDevice();
  await want(wanted('1.0.0'));
  await want(wanted(null));
  expect(await stored()).toEqual([]);
  expect(await want(wanted(null))).toBe(false);
});

test('a late report of another version changes only the installed version', async () => {
  await newDevice();
  await want(wanted('1.1.0'));
  await report('1.0.0', 'Downloading', { percent: 90 });
  expect(await stored()).toMatchObject([{ status: 1, percent: null }]);
  await report('1.0.0', 'Installed');
  expect(await stored()).toMatchObject([{ desired: '1.1.0', version: '1.0.0', status: 1 }]);
});

test('a report of an unknown version is ignored', async () => {
  await newDevice();
  await report('9.9.9', 'Installed', { packageVersionId: '00000000-0000-4000-8000-000000000000' });
  await report('1.0.0', 'Installed', { packageId: shared.packageId });
  expect(await stored()).toEqual([]);
});

test("the versions desired for a device can be its tenant's own and shared ones", async () => {
  await newDevice();
  const sharedVersion = shared.versions['3.0.0'] ?? '';
  await want(wanted('1.1.0'), { packageId: shared.packageId, packageVersionId: sharedVersion });
  const found = await desiredInstalls();
  expect(new Set(found.map(({ version, path }) => `${version} ${path}`))).toEqual(
    new Set([`1.1.0 /v1/agents/packages/${software.versions['1.1.0']}`, `3.0.0 /v1/agents/packages/${sharedVersion}`]),
  );
});

test("a version of another package or another tenant's is refused", async () => {
  await newDevice();
  const foreign = await seedPackage(server.database, server.tenants.foreign, { '1.0.0': 'Latest' });
  for (const desired of [
    { packageId: shared.packageId, packageVersionId: software.versions['1.0.0'] ?? '' },
    { packageId: foreign.packageId, packageVersionId: foreign.versions['1.0.0'] ?? '' },
  ])
    await expect(want(desired)).rejects.toBeInstanceOf(Problem);
});

test('each change of the desired versions of a device is audited', async () => {
  await newDevice();
  await want(wanted('1.0.0'));
  server.clock.advance(1_000);
  await want(wanted('1.1.0'));
  const records = await server.database.asOwner(
    `select before ->> 'packageVersionId' as before, after ->> 'packageVersionId' as after from cfs.audit_records
     where entity = 'PackageInstallation' and entity_id = $1 order by recorded`,
    [`${device.deviceId}/${software.packageId}`],
  );
  expect(records).toEqual([
    { before: null, after: software.versions['1.0.0'] },
    { before: software.versions['1.0.0'], after: software.versions['1.1.0'] },
  ]);
});
