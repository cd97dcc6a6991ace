import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectDirectory } from './project.ts';

/** The maximum duration of a load that is not disposed. */
const longestSeconds = 90;

/** Keeps every core busy, as `npm run stress` does, until disposal. */
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
