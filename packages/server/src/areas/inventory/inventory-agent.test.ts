import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DeviceInventory, InstalledSoftware } from '@cfs/contracts/inventory';
import { expect, it } from 'vitest';
import { startTestServer } from '../../testing/test-server.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { testSubscription } from '../pending-devices/testing/test-subscription.ts';

const program = join(import.meta.dirname, '../../../../agent/src/main.ts');
const timeoutMilliseconds = 120_000;

/** A clock that returns the real time, which the agent uses as well. */
class RealTime extends ManualClock {
  override now(): Date {
    return new Date();
  }
}

it.runIf(process.platform === 'linux')(
  'the agent of a promoted machine reports its inventory',
  { timeout: 2 * timeoutMilliseconds },
  async () => {
    const server = await startTestServer({ clock: new RealTime() });
    const directory = await mkdtemp(join(tmpdir(), 'cfs-agent-'));
    await testSubscription(server);
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const agent = spawn(
      process.execPath,
      [program, '--server', address, '--data', directory, '--name', 'inventoried'],
      {
        env: { ...process.env, NODE_COMPILE_CACHE: undefined, CFS_AGENT_TOKEN: await server.tenantToken(['enrol']) },
        stdio: 'ignore',
      },
    );
    const list = async <Row>(path: string): Promise<readonly Row[]> =>
      ((await server.as('Administrator').get(path)).body as { value: readonly Row[] }).value;
    const first = async <Row>(path: string): Promise<Row> => {
      const end = performance.now() + timeoutMilliseconds;
      while (performance.now() < end) {
        const [row] = await list<Row>(path);
        if (row) return row;
        await wait(100);
      }
      throw new Error(`timed out waiting for ${path}`);
    };
    try {
      const { pendingDeviceId } = await first<{ pendingDeviceId: string }>('/v1/pendingdevices');
      await server.as('Administrator').post('/v1/pendingdevices/batchpromote', [pendingDeviceId]);
      const inventory = await first<DeviceInventory>('/v1/deviceInventories');
      expect(inventory).toMatchObject({
        deviceId: pendingDeviceId,
        deviceName: 'inventoried',
        cpuCores: cpus().length,
        kernel: execFileSync('uname', ['-r'], { encoding: 'utf8' }).trim(),
        softwareOmitted: 0,
      });
      const [dpkg] = await list<InstalledSoftware>("/v1/installedSoftware?$filter=name eq 'dpkg'");
      expect(dpkg?.version).toBe(execFileSync('dpkg-query', ['-Wf', '${Version}', 'dpkg'], { encoding: 'utf8' }));
    } finally {
      agent.kill('SIGTERM');
      if (agent.exitCode === null) await once(agent, 'exit');
      await rm(directory, { recursive: true, maxRetries: 20 });
      await server.close();
    }
  },
);
