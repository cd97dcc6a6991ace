import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { compressFiles } from './compress-files.mjs';
import { PreparationError, root, say } from './project.mjs';
import { runCommand } from './run-command.mjs';

const SOURCES = [
  'packages/portal',
  'packages/contracts/src',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/lib/compress-files.mjs',
];
const NOT_SOURCES = new Set(['dist', 'node_modules']);
const PORTAL = join(root, 'packages', 'portal');
const RECORD = join(root, '.cache', 'portal-build.json');

/**
 * Builds the portal, unless the build is up to date.
 * @param {string} node
 */
export async function ensurePortal(node) {
  const files = SOURCES.flatMap((source) => listFiles(join(root, source)));
  const looks = digest(files.map(({ path, size, modified }) => `${path}\0${size}\0${modified}`));
  const built = existsSync(join(PORTAL, 'dist', 'index.html')) ? readRecord() : undefined;
  if (built?.looks === looks) return;
  // Sizes and times also differ after a checkout: then the content hash decides.
  const content = digest(files.map(({ path }) => `${path}\0${digest([readFileSync(join(root, path))])}`));
  if (built?.content !== content) {
    say('Building the portal… (half a minute)');
    rmSync(RECORD, { force: true });
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    const code = await runCommand(node, [vite, 'build', '--logLevel', 'warn'], { cwd: PORTAL });
    if (code !== 0) throw new PreparationError('The portal could not be built: see the output of Vite above.');
    await compressFiles(join(PORTAL, 'dist'));
  }
  mkdirSync(dirname(RECORD), { recursive: true });
  writeFileSync(RECORD, JSON.stringify({ looks, content }));
}

function readRecord() {
  try {
    return /** @type {{ looks: string, content: string }} */ (JSON.parse(readFileSync(RECORD, 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} path
 * @returns {{ path: string, size: number, modified: number }[]}
 */
function listFiles(path) {
  const status = statSync(path);
  if (!status.isDirectory()) return [{ path: relative(root, path), size: status.size, modified: status.mtimeMs }];
  return readdirSync(path)
    .filter((name) => !NOT_SOURCES.has(name))
    .sort()
    .flatMap((name) => listFiles(join(path, name)));
}

/** @param {(string | Buffer)[]} parts */
function digest(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('hex');
}
