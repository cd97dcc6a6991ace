import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './project.mjs';

const NOT_SOURCES = new Set(['dist', 'node_modules']);

/**
 * Builds something, unless the build that a record in `.cache` describes is up to date.
 * @param {{
 *   name: string, sources: readonly string[], output: string, build: () => Promise<void>,
 * }} options `sources` are files and directories, `output` a file of the build, all relative to the project
 */
export async function ensureBuilt({ name, sources, output, build }) {
  const record = join(root, '.cache', `${name}-build.json`);
  const files = sources.flatMap((source) => listFiles(join(root, source)));
  const looks = digest(files.map(({ path, size, modified }) => `${path}\0${size}\0${modified}`));
  const built = existsSync(join(root, output)) ? readRecord(record) : undefined;
  if (built?.looks === looks) return;
  // Sizes and times also differ after a checkout: then the content hash decides.
  const content = digest(files.map(({ path }) => `${path}\0${digest([readFileSync(join(root, path))])}`));
  if (built?.content !== content) {
    rmSync(record, { force: true });
    await build();
  }
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, JSON.stringify({ looks, content }));
}

/** @param {string} record */
function readRecord(record) {
  try {
    return /** @type {{ looks: string, content: string }} */ (JSON.parse(readFileSync(record, 'utf8')));
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
