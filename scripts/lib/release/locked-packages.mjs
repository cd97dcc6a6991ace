import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../project.mjs';

/**
 * An entry of `packages` in package-lock.json.
 * @typedef {{
 *   version?: string, license?: string, link?: boolean, resolved?: string, integrity?: string, optional?: boolean,
 *   os?: string | string[], cpu?: string | string[], dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string>,
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }>,
 * }} LockedPackage
 */

/**
 * `packages` of this project's lock file.
 * @returns {Readonly<Record<string, LockedPackage>>}
 */
export const readLockedPackages = () =>
  /** @type {{ packages: Readonly<Record<string, LockedPackage>> }} */ (
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  ).packages;

/**
 * @param {LockedPackage} entry
 * @param {{ os: string, cpu: string }} platform
 */
const runsOn = ({ os = [], cpu = [] }, platform) =>
  [
    { allowed: [os].flat(), own: platform.os },
    { allowed: [cpu].flat(), own: platform.cpu },
  ].every(({ allowed, own }) => allowed.length === 0 || allowed.includes(own));

/**
 * The path from which a package at `from` loads `name`, by Node's resolution over the paths of the lock file.
 * @param {Readonly<Record<string, LockedPackage>>} locked
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined}
 */
function resolveLocked(locked, from, name) {
  for (let at = from; ;) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (path in locked) return path;
    if (at === '') return undefined;
    at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')));
  }
}

/**
 * The packages that the workspaces need at run time on a platform: paths of the lock file in alphabetical order,
 * including the workspaces and their links.
 * @param {Readonly<Record<string, LockedPackage>>} locked
 * @param {readonly string[]} workspaces
 * @param {{ os: string, cpu: string }} platform
 * @returns {string[]}
 * @throws {Error} if the lock file lacks a package that another needs
 */
export function runtimePackages(locked, workspaces, platform) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} path */
  const add = (path) => {
    const entry = locked[path];
    if (entry === undefined) throw new Error(`The lock file lacks ${path}.`);
    if (found.has(path) || !runsOn(entry, platform)) return;
    found.add(path);
    if (entry.link && entry.resolved !== undefined) add(entry.resolved);
    const peers = Object.keys(entry.peerDependencies ?? {}).filter(
      (name) => !entry.peerDependenciesMeta?.[name]?.optional,
    );
    for (const name of [...Object.keys(entry.dependencies ?? {}), ...peers]) {
      const needed = resolveLocked(locked, path, name);
      if (needed === undefined) throw new Error(`The lock file lacks ${name}, a dependency of ${path}.`);
      add(needed);
    }
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      const offered = resolveLocked(locked, path, name);
      if (offered !== undefined) add(offered);
    }
  };
  for (const workspace of workspaces) add(workspace);
  return [...found].sort();
}
