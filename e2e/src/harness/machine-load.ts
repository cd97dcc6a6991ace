import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectDirectory } from './project.ts';

/** Longest time that a forgotten load lasts. */
const longestSeconds = 90;

/** Keeps every core of this machine busy, as `npm run stress` does, until it is disposed of. */
export function loadMachine(): AsyncDisposable {
  const child = spawn(process.execPath, ['scripts/stress.mjs', '--seconds', String(longestSeconds)], {
    cwd: projectDirectory,
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  return {
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
    },
  };
}
