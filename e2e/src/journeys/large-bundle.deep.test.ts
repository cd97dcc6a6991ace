import { createHash, randomFillSync } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { bundleLimits } from '@cfs/contracts/package-manifest';
import { describe, expect, test } from 'vitest';
import { apiAs } from '../harness/api.ts';
import { makeDataDirectory } from '../harness/data-directory.ts';
import { startProduct } from '../harness/product.ts';
import { promoteMachine } from '../harness/promote-machine.ts';
import { createPublisher, uploadBundle } from '../harness/publisher.ts';
import { peakMebibytes, residentMebibytes } from '../harness/resident-memory.ts';
import { createSourceAgent } from '../harness/source-agent.ts';

const mebibyte = 1_048_576;
/** With signature and manifest, just below the maximum size of a bundle. */
const fileBytes = bundleLimits.bundleBytes - mebibyte;
/** A quarter of the bundle: buffers of connections and files do not grow with its size. */
const maxGrowthMebibytes = 125;

const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

/** Adds a file that does not compress. */
const addLargeFile = async (directory: string): Promise<void> => {
  const file = await open(join(directory, 'data.bin'), 'w');
  const chunk = Buffer.alloc(mebibyte);
  for (let written = 0; written < fileBytes; written += chunk.length) await file.write(randomFillSync(chunk));
  await file.close();
};

describe.skipIf(process.platform !== 'linux')('a bundle of the largest size', () => {
  test(
    'is uploaded, downloaded and installed in constant memory, over broken connections',
    { timeout: 1_800_000 },
    async () => {
      await using directory = await makeDataDirectory();
      await using work = await makeDataDirectory('cfs-large-');
      const publisher = await createPublisher(work.path);
      const path = await publisher.sign('Large', '1.0.0', addLargeFile);
      const { size } = await stat(path);
      expect(size).toBeGreaterThan(bundleLimits.bundleBytes - 2 * mebibyte);
      const sha256 = await sha256Of(path);

      const product = await startProduct({ dataDirectory: directory.path });
      await using _stopped = { [Symbol.asyncDispose]: async () => void (await product.stop()) };
      const api = await apiAs(product, 'admin');
      const { pid } = product.process;
      await api.call('PUT', '/v1/publisherKeys', { name: 'Large', publicKey: publisher.publicKey });
      const before = await residentMebibytes(pid);

      let uploaded = { packageId: '', packageVersionId: '' };
      const whileUploading = await peakMebibytes(pid, async () => {
        uploaded = await uploadBundle(product, api, path);
      });
      expect(whileUploading - before).toBeLessThan(maxGrowthMebibytes);
      const { packageId, packageVersionId } = uploaded;

      const hash = createHash('sha256');
      let received = 0;
      const download = async (headers: Record<string, string>, max: number): Promise<number> => {
        const breaking = new AbortController();
        const answer = await fetch(`${product.address}/v1/packages/${packageId}/versions/${packageVersionId}/bundle`, {
          headers: { authorization: api.authorization, ...headers },
          signal: breaking.signal,
        });
        for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
          hash.update(chunk);
          received += chunk.length;
          if (received >= max) break;
        }
        breaking.abort();
        return answer.status;
      };
      const whileDownloading = await peakMebibytes(pid, async () => {
        expect(await download({}, size / 2)).toBe(200);
        expect(received).toBeLessThan(size);
        expect(await download({ range: `bytes=${received}-`, 'if-range': `"${sha256}"` }, size)).toBe(206);
      });
      expect(received).toBe(size);
      expect(hash.digest('hex')).toBe(sha256);
      expect(whileDownloading - before).toBeLessThan(maxGrowthMebibytes);

      const { generatedToken } = (await api.call('PUT', '/v1/tokens', { name: 'Large', lifetimeYears: 1 })) as {
        readonly generatedToken: string;
      };
      const data = join(work.path, 'agent');
      await using agent = createSourceAgent(product, 'large-bundle', data);
      agent.start({ token: generatedToken });
      const deviceId = await promoteMachine(api, 'large-bundle');
      const whileInstalling = await peakMebibytes(pid, async () => {
        await api.call('POST', `/v1/deviceInstallations/${deviceId}/packages`, [
          { packageId, deviceId, packageVersionId },
        ]);
        const partial = join(data, 'packages', 'downloads', sha256);
        const arrived = async (): Promise<number> => (await stat(partial).catch(() => undefined))?.size ?? 0;
        await expect.poll(arrived, { interval: 5 }).toBeGreaterThan(mebibyte);
        await agent.kill('SIGKILL');
        expect(await arrived()).toBeLessThan(size);
        agent.start();
        await expect
          .poll(
            async () => {
              const installs = (await api.call(
                'GET',
                `/v1/devices/GetPackageInstallsWithVersions(deviceId=${deviceId})`,
              )) as {
                value: { installPackage: { packageId: string }; installStatus: string }[];
              };
              return installs.value.find(({ installPackage }) => installPackage.packageId === packageId)?.installStatus;
            },
            { timeout: 300_000 },
          )
          .toBe('Installed');
      });
      expect(whileInstalling - before).toBeLessThan(maxGrowthMebibytes);
      const metrics = await (await fetch(`${product.address}/metrics`)).text();
      expect(metrics).toMatch(
        /_count\{route="\/v1\/agents\/packages\/:packageVersionId",method="GET",status="206"\} 1/,
      );
      const uploads = await readdir(join(directory.path, 'uploads'));
      expect(uploads).toEqual([]);
      expect((await readFile(join(data, 'packages', packageId, packageVersionId, 'run.sh'), 'utf8')).trim()).toBe(
        'echo 1.0.0',
      );
      console.log(JSON.stringify({ before, whileUploading, whileDownloading, whileInstalling, unit: 'MiB' }));
    },
  );
});
