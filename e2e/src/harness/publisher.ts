import { execFile } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { UploadedVersions } from '@cfs/contracts/package-manifest';
import type { Api } from './api.ts';
import type { Product } from './product.ts';
import { projectDirectory } from './project.ts';

const run = promisify(execFile);
const bundle = async (...words: string[]): Promise<string> =>
  (await run(process.execPath, ['scripts/bundle.mjs', ...words], { cwd: projectDirectory })).stdout;

/** A publisher that uses the command line for publishers. */
export interface Publisher {
  /** PEM. */
  readonly publicKey: string;
  /**
   * Signs a bundle of a package for Linux with the script `run.sh` as its program, and returns its path. `addFiles`
   * puts further files into the directory.
   */
  sign(name: string, version: string, addFiles?: (directory: string) => Promise<void>): Promise<string>;
}

/** Creates the key of a publisher in a directory. */
export async function createPublisher(directory: string): Promise<Publisher> {
  const key = join(directory, 'publisher.pem');
  const shown = await bundle('key', key);
  return {
    publicKey: /-----BEGIN[^]*END PUBLIC KEY-----/.exec(shown)?.[0] ?? '',
    async sign(name, version, addFiles) {
      const source = join(directory, `${name}-${version}`);
      await mkdir(source);
      await writeFile(join(source, 'run.sh'), `echo ${version}\n`);
      await addFiles?.(source);
      const manifest = {
        name,
        version,
        type: 'Command',
        operatingSystems: ['LinuxX64'],
        executable: { name: 'run.sh', type: 'Script' },
        operations: [],
      };
      await writeFile(join(source, 'manifest.json'), JSON.stringify(manifest));
      const path = `${source}.zip`;
      await bundle('sign', source, '--key', key, '--out', path);
      return path;
    },
  };
}

/**
 * Uploads a bundle for a tenant, by default the caller's. Streams its file, which is not read into memory. Returns the
 * uploaded version.
 */
export async function uploadBundle(
  { address }: Product,
  { authorization }: Api,
  path: string,
  tenantId?: string,
): Promise<UploadedVersions['value'][number]> {
  const body = new FormData();
  body.set('label', basename(path));
  if (tenantId !== undefined) body.set('tenantId', tenantId);
  body.set('file-0', await openAsBlob(path), basename(path));
  const answer = await fetch(`${address}/v1/packages/upload`, { method: 'POST', headers: { authorization }, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The bundle was not taken: ${answer.status} ${text}`);
  const [uploaded] = (JSON.parse(text) as UploadedVersions).value;
  if (!uploaded) throw new Error('The upload became no version.');
  return uploaded;
}
