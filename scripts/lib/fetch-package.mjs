import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PreparationError, root, say } from './project.mjs';
import { captureCommand } from './run-command.mjs';

const CACHE = join(root, '.cache', 'packages');

/**
 * Resolves with the directory of a locked package that is not installed because it is for another platform. Fetches it
 * from the registry once, and verifies its checksum from the lock file.
 * @param {string} name
 * @returns {Promise<string>}
 * @throws {PreparationError} if it cannot be fetched or does not match the lock file
 */
export async function fetchPackage(name) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { version, integrity } = packages[`node_modules/${name}`];
  const directory = join(CACHE, `${name.replace('/', '+')}-${version}`);
  if (existsSync(directory)) return join(directory, 'package');
  say(`Fetching ${name} ${version}…`);
  const draft = `${directory}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const pack = await captureCommand(npm, ['pack', `${name}@${version}`, '--silent', '--pack-destination', draft]);
    const archive = join(draft, pack.output.trim().split('\n').at(-1) ?? '');
    if (pack.code !== 0 || !existsSync(archive)) {
      throw new PreparationError(`${name} ${version} could not be fetched:\n${pack.output}`);
    }
    const sum = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (sum !== integrity) throw new PreparationError(`The checksum of ${name} ${version} differs from the lock file.`);
    const untar = await captureCommand('tar', ['-xzf', archive, '-C', draft]);
    rmSync(archive);
    if (untar.code !== 0) throw new PreparationError(`${name} ${version} could not be unpacked:\n${untar.output}`);
    renameSync(draft, directory);
    return join(directory, 'package');
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
