import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { whenParentIsLost } from './parent.mjs';
import { root } from './project.mjs';

/** Loaded by a program that must stop when its parent (CFS_PARENT_PID) has exited. */
export const FOLLOW_PARENT = pathToFileURL(join(root, 'scripts', 'lib', 'follow-parent.mjs')).href;

/** Node's compile cache: a start takes one second less, and less memory. */
export const COMPILED = join(root, '.cache', 'compile');

/**
 * Replaces this process by another program of the project (`execve`) if Node supports it. Otherwise runs it as a child,
 * forwards signals to it and exits with its exit code.
 * @param {string} node
 * @param {readonly string[]} parameters
 */
export function become(node, parameters) {
  process.chdir(root);
  process.env.NODE_COMPILE_CACHE ??= COMPILED;
  const byNpm = process.env.npm_lifecycle_event !== undefined;
  if (process.platform !== 'win32' && typeof process.execve === 'function') {
    const follow = byNpm ? ['--import', FOLLOW_PARENT] : [];
    process.execve(node, [node, ...follow, ...parameters], { ...process.env, CFS_PARENT_PID: String(process.ppid) });
  }
  const env = { ...process.env, CFS_PARENT_PID: String(process.pid) };
  const child = spawn(node, ['--import', FOLLOW_PARENT, ...parameters], { stdio: 'inherit', env });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  if (byNpm) whenParentIsLost(process.ppid, () => child.kill('SIGTERM'));
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
