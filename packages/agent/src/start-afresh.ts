import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isSingleFile } from './own-program.ts';

/** Whether this system lets a process become another and keep its id and its output. */
export const canStartAfresh = process.platform !== 'win32' && typeof process.execve === 'function';

/**
 * Becomes the agent with fresh memory, its code taken from the directory where it is kept compiled. The settings of Node
 * stay, because the process that started the agent may end it with itself. Returns only where the system cannot do so.
 */
export const startAfresh = (args: readonly string[], environment: NodeJS.ProcessEnv, compiled: string): void => {
  if (!canStartAfresh) return;
  const program = process.execPath;
  if (isSingleFile) {
    process.execve?.(program, [program, ...args], environment);
    return;
  }
  const agent = pathToFileURL(join(import.meta.dirname, 'agent.ts')).href;
  // Stands among the arguments, so that the process is found by the name it was started by.
  const script = join(import.meta.dirname, 'main.ts');
  const entry = `import { main } from ${JSON.stringify(agent)}; await main(process.argv.slice(2));`;
  const settings = [...process.execArgv, '--input-type=module'];
  process.execve?.(program, [program, ...settings, '--eval', entry, '--', script, ...args], {
    ...environment,
    NODE_COMPILE_CACHE: compiled,
  });
};
