import { mkdirSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Starts the agent. Stripping the types of its code takes a third of the memory that the agent itself needs. The code
 * is therefore compiled into the data directory first, and the agent runs from there with fresh memory under the same
 * process id.
 */
const args = process.argv.slice(2);
const { data } = parseArgs({ args, options: { data: { type: 'string' } }, strict: false }).values;
const compiled = typeof data === 'string' ? resolve(join(data, 'compiled')) : undefined;
if (compiled !== undefined) {
  mkdirSync(dirname(compiled), { recursive: true, mode: 0o700 });
  enableCompileCache(compiled);
}
const [{ main }, { replaceProcess }] = await Promise.all([import('./agent.ts'), import('./replace-process.ts')]);
if (compiled !== undefined) {
  flushCompileCache();
  replaceProcess(args, process.env, compiled);
}
await main(args);
