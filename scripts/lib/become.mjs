import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { whenParentIsLost } from './parent.mjs';
import { root } from './project.mjs';

/** To be loaded by a program that stops when its parent, whose number CFS_PARENT_PID holds, is gone. */
export const FOLLOW_PARENT = pathToFileURL(join(root, 'scripts', 'lib', 'follow-parent.mjs')).href;

/** Where Node keeps the sources stripped of their types and compiled: each start is a second sooner, with less memory. */
export const COMPILED = join(root, '.cache', 'compile');

/**
 * Lets this process go on as another program of the project: in its place where Node can do that, else as its parent,
 * handing on signals one way and the exit code the other.
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
