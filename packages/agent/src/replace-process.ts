import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isSingleFile } from './own-program.ts';

/** Whether this system can replace the program of a process (`execve`), which keeps its id and its output. */
export const canStartAfresh = process.platform !== 'win32' && typeof process.execve === 'function';

/**
 * Replaces the program of this process by the agent with fresh memory; its code is loaded from the compile cache in
 * `compiled`. The options of Node are kept, because the parent process may use them to end the agent together with
 * itself. Returns only if the system cannot do so.
 */
export const replaceProcess = (args: readonly string[], environment: NodeJS.ProcessEnv, compiled: string): void => {
  if (!canStartAfresh) return;
  const program = process.execPath;
  if (isSingleFile) {
    process.execve?.(program, [program, ...args], environment);
    return;
  }
  const agent = pathToFileURL(join(import.meta.dirname, 'agent.ts')).href;
  // Passed as an argument, so that the process is found by the name with which it was started.
  const script = join(import.meta.dirname, 'main.ts');
  const entry = `import { main } from ${JSON.stringify(agent)}; await main(process.argv.slice(2));`;
  const settings = [...process.execArgv, '--input-type=module'];
  process.execve?.(program, [program, ...settings, '--eval', entry, '--', script, ...args], {
    ...environment,
    NODE_COMPILE_CACHE: compiled,
  });
};
