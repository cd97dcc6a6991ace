import { packageVersionStatuses } from '@cfs/contracts/package-enumerations';
import type { VersionReportRow } from '@cfs/contracts/version-report';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemTenantId } from '../../platform/context.ts';
import { seedDevice } from '../../testing/seed-device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { seedPackage, type SeededPackage } from '../packages/testing/seed-package.ts';
import { seedInstallation } from './testing/seed-installation.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => server.database.asOwner('delete from cfs.package_installations'));

const own = () => server.tenants.own;
const newDevice = async (tenantId = own()): Promise<string> =>
  (await seedDevice(server.database, tenantId))['deviceId'] ?? '';
const install = (deviceId: string, software: SeededPackage, version: string, tenantId = own()): Promise<unknown> =>
  seedInstallation(server.database, {
    tenantId,
    deviceId,
    packageId: software.packageId,
    versionId: software.versions[version] ?? '',
  });
const rowsOf = async (query = '', as = server.as('Viewer')): Promise<readonly VersionReportRow[]> => {
  const answer = await as.get(`/v1/compliancereport?${query}`);
  expect(answer.status).toBe(200);
  return (answer.body as { value: readonly VersionReportRow[] }).value;
};
/** Releases a version as the Latest in one transaction, like an upload. */
const release = (software: SeededPackage, version: string): Promise<unknown> =>
  server.database.asOwner(
    `with archived as (
       update cfs.package_versions set package_version_status_id = $3
       where package_id = $1 and package_version_status_id = $4 and package_version_id <> $2 returning 1)
     update cfs.package_versions set package_version_status_id = $4
     where package_version_id = $2 and (select count(*) from archived) >= 0`,
    [software.packageId, software.versions[version], packageVersionStatuses.Archived, packageVersionStatuses.Latest],
  );

describe('a row of the version report', () => {
  it('names the device, its tenant and both versions', async () => {
    const software = await seedPackage(server.database, own(), { '1.9.0': 'Archived', '1.10.0': 'Latest' });
    const deviceId = await newDevice();
    await install(deviceId, software, '1.9.0');
    expect(await rowsOf()).toMatchObject([
      {
        deviceId,
        deviceName: 'Matrix',
        tenantId: own(),
        tenantName: expect.any(String),
        subscriptionName: 'Matrix',
        packageId: software.packageId,
        packageName: software.name,
        versionStatus: 'Outdated',
        installedVersion: '1.9.0',
        latestVersion: '1.10.0',
        compliantDevice: false,
      },
    ]);
  });

  it.each([
    ['the Latest version', '2.0.0', 'Current'],
    ['an older version', '1.0.0', 'Outdated'],
    ['a pre-release of the Latest version', '2.0.0-rc.1', 'Outdated'],
    ['a pre-release of a newer version', '2.1.0-beta', 'Current'],
  ])('has the right status for %s', async (_, version, status) => {
    const software = await seedPackage(server.database, own(), {
      '1.0.0': 'Archived',
      '2.0.0-rc.1': 'PreRelease',
      '2.0.0': 'Latest',
      '2.1.0-beta': 'PreRelease',
    });
    await install(await newDevice(), software, version);
    expect(await rowsOf()).toMatchObject([{ installedVersion: version, versionStatus: status }]);
  });

  it('is Current while the package has no Latest version', async () => {
    const software = await seedPackage(server.database, own(), { '1.0.0-beta': 'PreRelease' });
    await install(await newDevice(), software, '1.0.0-beta');
    expect(await rowsOf()).toMatchObject([
      { versionStatus: 'Current', latestVersion: null, latestVersionReleased: null },
    ]);
  });

  it('follows updates, renames, releases and removals', async () => {
    const software = await seedPackage(server.database, own(), { '1.0.0': 'Latest', '2.0.0': 'Archived' });
    const deviceId = await newDevice();
    await install(deviceId, software, '1.0.0');
    expect(await rowsOf()).toMatchObject([{ versionStatus: 'Current' }]);
    await release(software, '2.0.0');
    expect(await rowsOf()).toMatchObject([{ versionStatus: 'Outdated', latestVersion: '2.0.0' }]);
    await install(deviceId, software, '2.0.0');
    expect(await rowsOf()).toMatchObject([{ versionStatus: 'Current', installedVersion: '2.0.0' }]);
    await server.database.asOwner(`update cfs.devices set name = 'Renamed' where device_id = $1`, [deviceId]);
    await server.database.asOwner(`update cfs.packages set name = 'Renamed too' where package_id = $1`, [
      software.packageId,
    ]);
    expect(await rowsOf()).toMatchObject([{ deviceName: 'Renamed', packageName: 'Renamed too' }]);
    await server.database.asOwner('update cfs.devices set is_deleted = true where device_id = $1', [deviceId]);
    expect(await rowsOf()).toEqual([]);
  });

  it('does not exist for a version that is only desired', async () => {
    const software = await seedPackage(server.database, own(), { '1.0.0': 'Latest' });
    const deviceId = await newDevice();
    await server.database.asOwner(
      `insert into cfs.package_installations (tenant_id, device_id, package_id, desired_version_id, status, created,
         created_by, modified, modified_by) values ($1, $2, $3, $4, 1, now(), 'test', now(), 'test')`,
      [own(), deviceId, software.packageId, software.versions['1.0.0']],
    );
    expect(await rowsOf()).toEqual([]);
  });

  it('of a shared package follows its release in every tenant', async () => {
    const software = await seedPackage(server.database, systemTenantId, { '1.0.0': 'Latest', '1.1.0': 'Archived' });
    await install(await newDevice(), software, '1.0.0');
    await install(await newDevice(server.tenants.foreign), software, '1.0.0', server.tenants.foreign);
    await release(software, '1.1.0');
    expect(await server.database.asOwner('select version_status from cfs.version_report_rows')).toEqual([
      { version_status: 2 },
      { version_status: 2 },
    ]);
    expect(await rowsOf()).toHaveLength(1);
  });
});

describe('the totals of the version report', () => {
  const countOf = async (apply: string): Promise<readonly Record<string, unknown>[]> =>
    (await rowsOf(`$apply=${encodeURIComponent(apply)}`)) as unknown as readonly Record<string, unknown>[];

  it('equal the counted rows after any sequence of changes', async () => {
    // In ascending order.
    const texts = ['1.0.0', '1.1.0', '2.0.0-rc.1', '2.0.0', '10.0.0'] as const;
    const packages = [
      await seedPackage(server.database, own(), Object.fromEntries(texts.map((text) => [text, 'Archived']))),
      await seedPackage(server.database, systemTenantId, Object.fromEntries(texts.map((text) => [text, 'Archived']))),
    ];
    const devices = [await newDevice(), await newDevice(), await newDevice()];
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('install' as const),
        device: fc.nat(devices.length - 1),
        software: fc.nat(packages.length - 1),
        version: fc.constantFrom(...texts),
      }),
      fc.record({
        kind: fc.constant('release' as const),
        software: fc.nat(packages.length - 1),
        version: fc.constantFrom(...texts),
      }),
      fc.record({ kind: fc.constant('remove' as const), device: fc.nat(devices.length - 1) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        await server.database.asOwner('delete from cfs.package_installations');
        const latest = new Map<string, string>();
        const installed = new Map<string, string>();
        for (const software of packages)
          await server.database.asOwner(
            'update cfs.package_versions set package_version_status_id = $2 where package_id = $1',
            [software.packageId, packageVersionStatuses.Archived],
          );
        for (const each of steps) {
          if (each.kind === 'remove') {
            const deviceId = devices[each.device] ?? '';
            await server.database.asOwner('delete from cfs.package_installations where device_id = $1', [deviceId]);
            for (const key of installed.keys()) if (key.startsWith(deviceId)) installed.delete(key);
            continue;
          }
          const software = packages[each.software];
          if (!software) continue;
          if (each.kind === 'release') {
            await release(software, each.version);
            latest.set(software.packageId, each.version);
          } else {
            const deviceId = devices[each.device] ?? '';
            await install(deviceId, software, each.version);
            installed.set(`${deviceId} ${software.packageId}`, each.version);
          }
        }
        const expected = [...installed].map(([key, version]) => {
          const [deviceId = '', packageId = ''] = key.split(' ');
          const isOutdated =
            texts.findIndex((text) => text === latest.get(packageId)) > texts.findIndex((text) => text === version);
          return { deviceId, packageId, versionStatus: isOutdated ? 'Outdated' : 'Current' };
        });
        const outdated = new Set(expected.filter((row) => row.versionStatus === 'Outdated').map((row) => row.deviceId));
        const rows = await rowsOf('$top=100');
        const bare = rows.map(({ deviceId, packageId, versionStatus }) => ({ deviceId, packageId, versionStatus }));
        expect(new Set(bare.map((row) => JSON.stringify(row)))).toEqual(
          new Set(expected.map((row) => JSON.stringify(row))),
        );
        for (const row of rows) expect(row.compliantDevice).toBe(!outdated.has(row.deviceId));
        const distinct = (list: readonly string[]) => new Set(list).size;
        const byDevice = await countOf('groupby((compliantDevice),aggregate(deviceId with countdistinct as devices))');
        for (const compliantDevice of [true, false])
          expect(byDevice.find((group) => group['compliantDevice'] === compliantDevice)?.['devices'] ?? 0).toBe(
            distinct(rows.filter((row) => row.compliantDevice === compliantDevice).map((row) => row.deviceId)),
          );
        const byStatus = await countOf('groupby((versionStatus),aggregate(packageId with countdistinct as packages))');
        for (const versionStatus of ['Current', 'Outdated'])
          expect(byStatus.find((group) => group['versionStatus'] === versionStatus)?.['packages'] ?? 0).toBe(
            distinct(rows.filter((row) => row.versionStatus === versionStatus).map((row) => row.packageId)),
          );
      }),
      { numRuns: 30 },
    );
  });
});

describe('two transactions at once', () => {
  it('a release and installations result in the right status', async () => {
    const software = await seedPackage(server.database, own(), { '1.0.0': 'Latest', '2.0.0': 'Archived' });
    const devices = await Promise.all(Array.from({ length: 8 }, () => newDevice()));
    await Promise.all([
      ...devices.slice(0, 4).map((deviceId) => install(deviceId, software, '1.0.0')),
      release(software, '2.0.0'),
      ...devices.slice(4).map((deviceId) => install(deviceId, software, '1.0.0')),
    ]);
    expect((await rowsOf()).map(({ versionStatus }) => versionStatus)).toEqual(devices.map(() => 'Outdated'));
  });
});

describe('the export of the version report', () => {
  it('has the rows of the query, also by POST with the query options in the body', async () => {
    const software = await seedPackage(server.database, own(), { '1.0.0': 'Latest' });
    const deviceId = await newDevice();
    await install(deviceId, software, '1.0.0');
    await install(await newDevice(), software, '1.0.0');
    const answer = await server.as('Viewer').post('/v1/compliancereport/Export()', {
      $filter: `deviceId eq ${deviceId}`,
      $select: 'deviceName,versionStatus,tenantName',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="versionreport.csv"');
    expect(answer.text.trim().split(/\r?\n/)).toHaveLength(2);
    const bad = await server.as('Viewer').post('/v1/compliancereport/Export()', ['x']);
    expect(bad.status).toBe(400);
  });
});
