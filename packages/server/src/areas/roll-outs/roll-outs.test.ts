import { randomUUID } from 'node:crypto';
import type { AgentConfiguration } from '@cfs/contracts/agents';
import type { RollOutDevice } from '@cfs/contracts/roll-out-enumerations';
import type { RollOut, RollOutSummary } from '@cfs/contracts/roll-outs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext, systemTenantId } from '../../platform/context.ts';
import type { Worker } from '../../platform/durable-work/worker.ts';
import { createTestWorker } from '../../testing/create-test-worker.ts';
import { seedDevice } from '../../testing/seed-device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { seedOperation } from '../device-operations/testing/seed-operation.ts';
import { seedPackage, type SeededPackage } from '../packages/testing/seed-package.ts';
import { promoteTestMachine } from '../pending-devices/testing/test-machine.ts';
import { failureOf } from './advance-roll-out.ts';
import { completedPauseMilliseconds, devicesAtOnce, rollOutPauseMilliseconds } from './roll-out-timer.ts';

let server: TestServer;
let worker: Worker;

beforeAll(async () => {
  server = await startTestServer();
  worker = createTestWorker(server.services, 'roll-outs');
});
afterAll(() => server.close());

const own = () => server.tenants.own;
const minute = 60_000;
const newPackage = (tenantId = own()) =>
  seedPackage(server.database, tenantId, { '1.0.0': 'Archived', '2.0.0': 'Latest' });

/** Marks all existing devices as deleted and creates new ones, each with a packet of the current time. */
const newDevices = async (count: number): Promise<string[]> => {
  await server.database.asOwner('update cfs.devices set is_deleted = true');
  const ids = await Promise.all(
    Array.from({ length: count }, async () => (await seedDevice(server.database, own()))['deviceId'] ?? ''),
  );
  await beat(ids);
  return ids;
};

/** Stores a heartbeat of devices at the current time of the server. */
const beat = (ids: readonly string[]): Promise<unknown> =>
  server.database.asOwner(
    `insert into cfs.packets_latest (tenant_id, entity_id, "timestamp", received_at, value)
     select $1, unnest($2::uuid[]), $3, $3, '1'
     on conflict (tenant_id, entity_id) do update set "timestamp" = excluded."timestamp"`,
    [own(), ids, server.clock.now()],
  );

/** Writes reports of agents directly into the installations. */
const report = (ids: readonly string[], software: SeededPackage, version: string, status: 5 | 6): Promise<unknown> =>
  server.database.asOwner(
    `update cfs.package_installations set status = $4::integer, detail = case when $4::integer = 6 then 'checksum' end,
       installed_version_id = case when $4::integer = 5 then $3::uuid else installed_version_id end
     where package_id = $1 and device_id = any ($2::uuid[]) and desired_version_id = $3::uuid`,
    [software.packageId, ids, software.versions[version], status],
  );
const desiredOf = async (software: SeededPackage): Promise<ReadonlyMap<string, string | null>> => {
  const rows = await server.database.asOwner<{ device_id: string; desired_version_id: string | null }>(
    'select device_id, desired_version_id from cfs.package_installations where package_id = $1',
    [software.packageId],
  );
  return new Map(rows.map((row) => [row.device_id, row.desired_version_id]));
};

const begin = (software: SeededPackage, changes: object = {}) =>
  server.as('Operator').put('/v1/rollOuts', {
    packageVersionId: software.versions['2.0.0'],
    stages: [10, 50, 100],
    healthyMinutes: 60,
    failurePercent: 20,
    ...changes,
  });
const begun = async (software: SeededPackage, changes: object = {}): Promise<string> => {
  const answer = await begin(software, changes);
  expect(answer).toMatchObject({ status: 201 });
  return (answer.body as RollOut).rollOutId;
};
/** Runs all due work and timers. */
const lookOn = async (node: Worker): Promise<void> => {
  while ((await node.runDue()) > 0);
};
const look = () => lookOn(worker);
const lookAfter = async (milliseconds: number, devices: readonly string[] = []): Promise<void> => {
  server.clock.advance(milliseconds);
  await beat(devices);
  await look();
};
const read = async (rollOutId: string): Promise<RollOutSummary> => {
  const answer = await server.as('Viewer').get(`/v1/rollOuts/${rollOutId}`);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as RollOutSummary;
};
const membersOf = async (rollOutId: string): Promise<readonly RollOutDevice[]> => {
  const answer = await server.as('Viewer').get(`/v1/rollOutDevices?$filter=rollOutId eq ${rollOutId}&$top=1000`);
  return (answer.body as { value: readonly RollOutDevice[] }).value;
};
const inStage = async (rollOutId: string, stage: number): Promise<string[]> =>
  (await membersOf(rollOutId)).filter((each) => each.stage === stage).map(({ deviceId }) => deviceId);
const command = (rollOutId: string, name: string) => server.as('Operator').post(`/v1/rollOuts/${rollOutId}/${name}`);

describe('a roll-out', () => {
  it('advances after each healthy stage, and completes', async () => {
    const software = await newPackage();
    const devices = await newDevices(20);
    const rollOutId = await begun(software);
    await look();
    const first = await inStage(rollOutId, 1);
    expect(first).toHaveLength(2);
    expect([...(await desiredOf(software)).keys()].toSorted()).toEqual(first.toSorted());
    expect(await read(rollOutId)).toMatchObject({
      state: 'Running',
      stage: 1,
      deviceCount: 20,
      settled: null,
      nextStage: null,
      summary: [
        { stage: 1, percent: 10, devices: 2, installing: 2 },
        { stage: 2, percent: 50, devices: 8, waiting: 8 },
        { stage: 3, percent: 100, devices: 10, waiting: 10 },
      ],
    });

    await report(first, software, '2.0.0', 5);
    await lookAfter(rollOutPauseMilliseconds, devices);
    const settled = server.clock.now();
    expect(await read(rollOutId)).toMatchObject({
      stage: 1,
      settled: settled.toISOString(),
      nextStage: new Date(settled.getTime() + 60 * minute).toISOString(),
      summary: [{ installed: 2, installing: 0 }, {}, {}],
    });
    await lookAfter(59 * minute, devices);
    expect(await desiredOf(software)).toHaveProperty('size', 2);
    await lookAfter(minute, devices);
    expect(await read(rollOutId)).toMatchObject({ stage: 2, settled: null });
    expect(await desiredOf(software)).toHaveProperty('size', 10);

    await report(devices, software, '2.0.0', 5);
    await lookAfter(rollOutPauseMilliseconds, devices);
    await lookAfter(60 * minute, devices);
    await report(devices, software, '2.0.0', 5);
    await lookAfter(rollOutPauseMilliseconds, devices);
    await lookAfter(60 * minute, devices);
    expect(await read(rollOutId)).toMatchObject({
      state: 'Completed',
      ended: server.clock.now().toISOString(),
      summary: [{ installed: 2 }, { installed: 8 }, { installed: 10 }],
    });
    expect(await server.database.asOwner(`select 1 from cfs.work_timers where kind = 'roll-out'`)).toEqual([]);
  });

  it('follows devices that report again after its completion, until none remain', async () => {
    const software = await newPackage();
    const devices = await newDevices(6);
    const rollOutId = await begun(software, { stages: [100], healthyMinutes: 1 });
    await look();
    const [back = '', broken = '', deleted = '', other = '', last = '', present = ''] = devices;
    await report([present], software, '2.0.0', 5);
    await lookAfter(10 * minute, [present]);
    await lookAfter(10 * minute, [present]);
    expect(await read(rollOutId)).toMatchObject({ state: 'Completed', summary: [{ installed: 1, offline: 5 }] });

    await report([back], software, '2.0.0', 5);
    await report([broken], software, '2.0.0', 6);
    await server.database.asOwner('update cfs.devices set is_deleted = true where device_id = $1', [deleted]);
    await server.database.asOwner(
      'update cfs.package_installations set desired_version_id = $2 where device_id = $1 and package_id = $3',
      [other, software.versions['1.0.0'], software.packageId],
    );
    // A device that stops reporting after the completion has not failed.
    await lookAfter(completedPauseMilliseconds(0));
    expect(await read(rollOutId)).toMatchObject({
      state: 'Completed',
      summary: [{ installed: 2, failed: 1, skipped: 2, offline: 1 }],
    });
    const details = new Map((await membersOf(rollOutId)).map(({ deviceId, detail }) => [deviceId, detail]));
    expect([back, broken, deleted, other].map((id) => details.get(id))).toEqual([
      null,
      'checksum',
      'The device was deleted.',
      'Another version was set afterwards.',
    ]);

    // Agents retry failed installations.
    await report([last, broken], software, '2.0.0', 5);
    await lookAfter(completedPauseMilliseconds(0));
    expect(await read(rollOutId)).toMatchObject({ summary: [{ installed: 4, failed: 0, offline: 0, installing: 0 }] });
    expect((await membersOf(rollOutId)).find(({ deviceId }) => deviceId === broken)).toMatchObject({ detail: null });
    expect(await server.database.asOwner(`select 1 from cfs.work_timers where key = $1`, [rollOutId])).toEqual([]);
  });

  it('keeps silent devices as Failed after its completion, until they are deleted or get another version', async () => {
    const software = await newPackage();
    const devices = await newDevices(8);
    const rollOutId = await begun(software, { stages: [100], healthyMinutes: 1, failurePercent: 50 });
    await look();
    const [back = '', deleted = '', other = '', ...others] = devices;
    await report(devices, software, '2.0.0', 5);
    await lookAfter(10 * minute, others);
    await lookAfter(10 * minute, others);
    expect(await read(rollOutId)).toMatchObject({ state: 'Completed', summary: [{ installed: 5, failed: 3 }] });
    await lookAfter(completedPauseMilliseconds(0), others);
    expect((await membersOf(rollOutId)).find(({ deviceId }) => deviceId === back)).toMatchObject({
      state: 'Failed',
      detail: 'It stopped reporting after the installation.',
    });
    await server.database.asOwner('update cfs.devices set is_deleted = true where device_id = $1', [deleted]);
    await server.database.asOwner(
      'update cfs.package_installations set desired_version_id = $2 where device_id = $1 and package_id = $3',
      [other, software.versions['1.0.0'], software.packageId],
    );
    await lookAfter(completedPauseMilliseconds(0), [back, ...others]);
    expect(await read(rollOutId)).toMatchObject({ summary: [{ installed: 6, failed: 0, skipped: 2 }] });
    expect(await server.database.asOwner(`select 1 from cfs.work_timers where key = $1`, [rollOutId])).toEqual([]);
  });

  it('is checked at growing intervals after its completion', () => {
    expect([0, 10, 60 * 24].map((minutes) => completedPauseMilliseconds(minutes * 60 * minute) / minute)).toEqual([
      1, 10, 60,
    ]);
  });

  it('is retried shortly, without waiting, while a command holds its lock', async () => {
    const software = await newPackage();
    await newDevices(2);
    const rollOutId = await begun(software, { stages: [100] });
    const { gate, clock } = server.services;
    const context = systemContext({ name: 'a command', clock, tenantId: own() });
    await gate.write(context, 'Devices:edit', async (db) => {
      await db
        .selectFrom('roll_outs')
        .select('roll_out_id')
        .where('roll_out_id', '=', rollOutId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      await look();
    });
    expect(await desiredOf(software)).toHaveProperty('size', 0);
    await lookAfter(500);
    expect(await desiredOf(software)).toHaveProperty('size', 2);
  });

  it('stops after too many failures, and takes the version back where it is not installed', async () => {
    const software = await newPackage();
    const devices = await newDevices(20);
    await server.database.asOwner(
      `insert into cfs.package_installations (tenant_id, device_id, package_id, desired_version_id, installed_version_id,
         status, created, created_by, modified, modified_by)
       select $1, unnest($2::uuid[]), $3, $4, $4, 5, now(), 'test', now(), 'test'`,
      [own(), devices, software.packageId, software.versions['1.0.0']],
    );
    const rollOutId = await begun(software, { stages: [50, 100] });
    await look();
    const [failed = '', alsoFailed = '', installed = '', ...pending] = await inStage(rollOutId, 1);
    await report([installed], software, '2.0.0', 5);
    await report([failed], software, '2.0.0', 6);
    await lookAfter(rollOutPauseMilliseconds, devices);
    expect(await read(rollOutId)).toMatchObject({ state: 'Running', summary: [{ failed: 1, installed: 1 }, {}] });
    await report([alsoFailed], software, '2.0.0', 6);
    await lookAfter(rollOutPauseMilliseconds, devices);
    expect(await read(rollOutId)).toMatchObject({
      state: 'Stopped',
      detail: '2 of 10 devices of stage 1 failed: 20 %, the limit is 20 %.',
      summary: [
        { failed: 2, installed: 1, takenBack: 7, installing: 0 },
        { waiting: 10, devices: 10 },
      ],
    });
    const desired = await desiredOf(software);
    expect(desired.get(installed)).toBe(software.versions['2.0.0']);
    for (const each of [failed, alsoFailed, ...pending]) expect(desired.get(each)).toBe(software.versions['1.0.0']);
    expect((await membersOf(rollOutId)).find(({ deviceId }) => deviceId === failed)).toMatchObject({
      state: 'Failed',
      detail: 'checksum',
    });
    await lookAfter(24 * 60 * minute, devices);
    expect([...(await desiredOf(software)).values()].filter((each) => each === software.versions['2.0.0'])).toEqual([
      software.versions['2.0.0'],
    ]);
  });

  it('does not wait for devices that do not report, and counts silence after the installation as a failure', async () => {
    const software = await newPackage();
    const devices = await newDevices(10);
    const rollOutId = await begun(software, { stages: [50, 100], failurePercent: 40 });
    await look();
    const [offline = '', ...others] = await inStage(rollOutId, 1);
    await report(others, software, '2.0.0', 5);
    await lookAfter(
      10 * minute,
      devices.filter((each) => each !== offline),
    );
    expect(await read(rollOutId)).toMatchObject({
      state: 'Running',
      settled: server.clock.now().toISOString(),
      summary: [{ offline: 1, installed: 4, failed: 0 }, {}],
    });
    const [dead = '', alsoDead = ''] = others;
    await lookAfter(
      10 * minute,
      devices.filter((each) => ![offline, dead, alsoDead].includes(each)),
    );
    expect(await read(rollOutId)).toMatchObject({ state: 'Stopped', summary: [{ failed: 2, takenBack: 1 }, {}] });
    expect((await membersOf(rollOutId)).find(({ deviceId }) => deviceId === dead)).toMatchObject({
      state: 'Failed',
      detail: 'It stopped reporting after the installation.',
    });
  });

  it('ignores silence after the installation if it does not count as a failure', async () => {
    const software = await newPackage();
    const devices = await newDevices(2);
    const rollOutId = await begun(software, { stages: [100], silentFails: false });
    await look();
    await report(devices, software, '2.0.0', 5);
    await lookAfter(60 * minute);
    await lookAfter(60 * minute);
    expect(await read(rollOutId)).toMatchObject({ state: 'Completed', summary: [{ installed: 2 }] });
  });

  it('can be paused, resumed and aborted', async () => {
    const software = await newPackage();
    const devices = await newDevices(10);
    const rollOutId = await begun(software);
    await look();
    await report(devices, software, '2.0.0', 5);
    expect(await command(rollOutId, 'pause')).toMatchObject({ status: 200, body: { state: 'Paused' } });
    await lookAfter(2 * 60 * minute, devices);
    expect(await read(rollOutId)).toMatchObject({ state: 'Paused', stage: 1, summary: [{ installed: 1 }, {}, {}] });
    expect(await command(rollOutId, 'pause')).toMatchObject({
      status: 409,
      body: { detail: 'The roll-out is paused.' },
    });
    expect(await command(rollOutId, 'resume')).toMatchObject({ status: 200, body: { state: 'Running' } });
    await look();
    await lookAfter(60 * minute, devices);
    expect(await read(rollOutId)).toMatchObject({ stage: 2 });
    expect(await command(rollOutId, 'abort')).toMatchObject({ status: 200, body: { state: 'Aborted' } });
    await look();
    expect(await read(rollOutId)).toMatchObject({
      state: 'Aborted',
      summary: [{ installed: 1 }, { takenBack: 4 }, { waiting: 5 }],
    });
    expect(await desiredOf(software)).toHaveProperty('size', 1);
    for (const name of ['pause', 'resume', 'abort']) expect((await command(rollOutId, name)).status).toBe(409);
  });

  it('also stops while it is paused', async () => {
    const software = await newPackage();
    const devices = await newDevices(2);
    const rollOutId = await begun(software, { stages: [100] });
    await look();
    await command(rollOutId, 'pause');
    await report(devices, software, '2.0.0', 6);
    await lookAfter(rollOutPauseMilliseconds, devices);
    expect(await read(rollOutId)).toMatchObject({ state: 'Stopped' });
  });

  it('skips devices that are deleted or have another version set manually', async () => {
    const software = await newPackage();
    const devices = await newDevices(4);
    const rollOutId = await begun(software, { stages: [50, 100] });
    await look();
    const [changed = '', deleted = ''] = await inStage(rollOutId, 1);
    await server
      .as('Operator')
      .post(`/v1/deviceInstallations/${changed}/packages`, [
        { packageId: software.packageId, packageVersionId: software.versions['1.0.0'] },
      ]);
    await server.database.asOwner('update cfs.devices set is_deleted = true where device_id = $1', [deleted]);
    await lookAfter(rollOutPauseMilliseconds, devices);
    expect(await read(rollOutId)).toMatchObject({ summary: [{ skipped: 2 }, { waiting: 2 }] });
    expect((await membersOf(rollOutId)).find(({ deviceId }) => deviceId === changed)).toMatchObject({
      detail: 'Another version was set manually.',
    });
    await lookAfter(60 * minute, devices);
    expect(await read(rollOutId)).toMatchObject({ stage: 2 });
  });

  it('keeps a package that operations need when it is aborted', async () => {
    const software = await newPackage();
    const [deviceId = ''] = await newDevices(1);
    const rollOutId = await begun(software, { stages: [100] });
    await look();
    const operationId = await seedOperation(server.database, own(), { packageId: software.packageId });
    const assigned = await server.as('Operator').put('/v1/deviceOperations', {
      deviceId,
      operationId,
      label: 'Check',
      frequencyTypeId: 2,
      interval: '00:05:00',
    });
    expect(assigned).toMatchObject({ status: 201 });
    await command(rollOutId, 'abort');
    await look();
    expect((await desiredOf(software)).get(deviceId)).toBe(software.versions['2.0.0']);
  });

  it('stops when its version is deleted', async () => {
    const software = await newPackage();
    await newDevices(2);
    const rollOutId = await begun(software, { stages: [100] });
    await server.database.asOwner('delete from cfs.package_versions where package_version_id = $1', [
      software.versions['2.0.0'],
    ]);
    await look();
    expect(await read(rollOutId)).toMatchObject({ state: 'Stopped', detail: 'The version was deleted.' });
  });

  it('of a shared package affects only the devices of the tenant', async () => {
    const software = await newPackage(systemTenantId);
    const [deviceId = ''] = await newDevices(1);
    await seedDevice(server.database, server.tenants.foreign);
    await begun(software, { stages: [100] });
    await look();
    expect([...(await desiredOf(software)).keys()]).toEqual([deviceId]);
  });
});

describe('the choice of devices', () => {
  it('is the same for each version of a package', async () => {
    const software = await newPackage();
    await newDevices(20);
    const first = await begun(software, { packageVersionId: software.versions['1.0.0'] });
    const order = (await membersOf(first)).map(({ deviceId }) => deviceId);
    await command(first, 'abort');
    const second = await begun(software);
    expect((await membersOf(second)).map(({ deviceId }) => deviceId)).toEqual(order);
    await command(second, 'abort');
  });

  it('excludes other operating systems, other subscriptions and devices that have the version', async () => {
    const software = await newPackage();
    const [windows = '', other = '', has = '', wanted = ''] = await newDevices(4);
    await server.database.asOwner('update cfs.devices set operating_system_id = 1 where device_id = $1', [windows]);
    await server.database.asOwner(
      `update cfs.devices set subscription_id = (select subscription_id from cfs.devices where device_id = $1)
       where device_id = any ($2::uuid[])`,
      [wanted, [has, windows]],
    );
    await server.database.asOwner(
      `insert into cfs.package_installations (tenant_id, device_id, package_id, desired_version_id, installed_version_id,
         status, created, created_by, modified, modified_by) values ($1, $2, $3, $4, $4, 5, now(), 't', now(), 't')`,
      [own(), has, software.packageId, software.versions['2.0.0']],
    );
    const [row] = await server.database.asOwner<{ subscription_id: string }>(
      'select subscription_id from cfs.devices where device_id = $1',
      [wanted],
    );
    const rollOutId = await begun(software, { subscriptionId: row?.subscription_id });
    expect((await membersOf(rollOutId)).map(({ deviceId }) => deviceId)).toEqual([wanted]);
    expect(other).not.toBe(wanted);
    await command(rollOutId, 'abort');
    expect(await begin(software, { onlyInstalled: true })).toMatchObject({ status: 400 });
  });
});

describe('a new roll-out is refused', () => {
  it.each([
    ['for a version that does not exist', { packageVersionId: randomUUID() }, 400],
    ['without a version', { packageVersionId: undefined }, 400],
    ['with stages that do not increase', { stages: [50, 50, 100] }, 400],
    ['with a last stage below 100 %', { stages: [50] }, 400],
    ['without stages', { stages: [] }, 400],
    ['with more stages than the limit', { stages: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100] }, 400],
    ['with a fraction of a percent', { stages: [0.5, 100] }, 400],
    ['with an interval below 0', { healthyMinutes: -1 }, 400],
    ['with an interval above a week', { healthyMinutes: 1e9 }, 400],
    ['with a limit of 0 %', { failurePercent: 0 }, 400],
    ['with a number out of range', { stages: [1e300, 100] }, 400],
  ])('%s', async (_, changes, status) => {
    const software = await newPackage();
    await newDevices(1);
    expect((await begin(software, changes)).status).toBe(status);
  });

  it('when no device needs the version', async () => {
    const software = await newPackage();
    await newDevices(0);
    expect(await begin(software)).toMatchObject({
      status: 400,
      body: { errors: { PackageVersionId: ['No device needs this version.'] } },
    });
  });

  it('while another one of the package is in progress', async () => {
    const software = await newPackage();
    await newDevices(1);
    const rollOutId = await begun(software);
    expect(await begin(software)).toMatchObject({
      status: 409,
      body: { detail: `A roll-out of ${software.name} 2.0.0 is under way.` },
    });
    // No device has been assigned the version yet, so there is nothing to take back.
    await command(rollOutId, 'abort');
    await begun(software);
  });

  it('while the version of an aborted one is taken back, and is accepted afterwards', async () => {
    const software = await newPackage();
    const devices = await newDevices(20);
    await server.database.asOwner(
      `insert into cfs.package_installations (tenant_id, device_id, package_id, desired_version_id, installed_version_id,
         status, created, created_by, modified, modified_by)
       select $1, unnest($2::uuid[]), $3, $4, $4, 5, now(), 'test', now(), 'test'`,
      [own(), devices, software.packageId, software.versions['1.0.0']],
    );
    const first = await begun(software, { stages: [50, 100] });
    await look();
    expect(await command(first, 'abort')).toMatchObject({ status: 200 });
    expect(await begin(software)).toMatchObject({
      status: 409,
      body: { detail: `${software.name} 2.0.0 is still being taken back after its roll-out. Try again in a moment.` },
    });
    await look();
    const second = await begun(software, { stages: [100], healthyMinutes: 1 });
    await lookAfter(rollOutPauseMilliseconds, devices);
    await command(second, 'abort');
    await look();
    expect(new Set((await desiredOf(software)).values())).toEqual(new Set([software.versions['1.0.0']]));
  });

  it('for viewers', async () => {
    const software = await newPackage();
    await newDevices(1);
    const rollOutId = await begun(software);
    expect(
      (await server.as('Viewer').put('/v1/rollOuts', { packageVersionId: software.versions['2.0.0'] })).status,
    ).toBe(403);
    expect((await server.as('Viewer').post(`/v1/rollOuts/${rollOutId}/abort`)).status).toBe(403);
  });
});

describe('on several nodes', () => {
  it('each device is assigned the version once, with one audit record', async () => {
    const software = await newPackage();
    const devices = await newDevices(3 * devicesAtOnce + 7);
    const rollOutId = await begun(software, { stages: [100] });
    const nodes = [worker, ...[1, 2].map(() => createTestWorker(server.services, 'roll-outs'))];
    await Promise.all(nodes.map(lookOn));
    await look();
    expect(await read(rollOutId)).toMatchObject({ summary: [{ installing: devices.length }] });
    const [records] = await server.database.asOwner<{ all: number; devices: number }>(
      `select count(*)::integer as "all", count(distinct entity_id)::integer as devices from cfs.audit_records
       where entity = 'PackageInstallation' and entity_id like '%' || $1`,
      [software.packageId],
    );
    expect(records).toEqual({ all: devices.length, devices: devices.length });
  });
});

describe('over the protocol of agents', () => {
  it('delivers the version to an agent, and its report advances the roll-out', async () => {
    const software = await newPackage();
    await newDevices(0);
    const machine = await promoteTestMachine(server);
    const client = await machine.asDevice();
    const before = await client.get('/v1/agents/configuration');
    const held = client.get('/v1/agents/configuration', { 'if-none-match': String(before.headers['etag']) });
    const rollOutId = await begun(software, { stages: [100], healthyMinutes: 0 });
    await look();
    const { installs } = (await held).body as AgentConfiguration;
    expect(installs).toMatchObject([{ packageId: software.packageId, version: '2.0.0' }]);
    const packageVersionId = software.versions['2.0.0'];
    const reports = [
      { packageId: software.packageId, packageVersionId, state: 'Installed', percent: 100, error: null },
    ];
    expect((await client.post('/v1/agents/installations', reports)).status).toBe(204);
    await lookAfter(rollOutPauseMilliseconds, [machine.agentId()]);
    expect(await read(rollOutId)).toMatchObject({ state: 'Completed', summary: [{ installed: 1 }] });
  });
});

describe('the share of failures', () => {
  const stage = {
    stage: 1,
    percent: 100,
    waiting: 0,
    installing: 0,
    offline: 0,
    installed: 0,
    skipped: 0,
    takenBack: 0,
  };

  it.each([
    [0, 0, 1, false],
    [10, 0, 1, false],
    [1, 1, 100, true],
    [10, 1, 10, true],
    [11, 1, 10, false],
    [100, 10, 10, true],
  ])('of %i devices with %i failed reaches %i %%: %s', (devices, failed, failurePercent, isReached) => {
    expect(failureOf([{ ...stage, devices, failed }], failurePercent) !== undefined).toBe(isReached);
  });
});
