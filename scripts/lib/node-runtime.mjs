import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PreparationError, root } from './project.mjs';

const NEEDED = 24;

/** The Node that runs the project: the one that the lock file pins, else a machine's own that is new enough. */
export function nodeRuntime() {
  const machine = `${process.platform}-${process.arch}`;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const pinned = join(root, 'node_modules', `node-${machine}`, 'bin', program);
  if (majorVersion(pinned) >= NEEDED) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= NEEDED) return process.execPath;
  throw new PreparationError(
    `Node ${NEEDED} is needed and none comes with the project for ${machine}: install it (this is ${process.version}) and start again.`,
  );
}

function majorVersion(program) {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return Number.parseInt(stdout?.slice(1) ?? '', 10);
}
