import { readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';

/**
 * Loaded by every process of a test run: replaces the source of the mutated module. The files of the project are not
 * changed.
 */
const { CFS_MUTANT_URL, CFS_MUTANT_SOURCE, CFS_MUTANT_HARNESS, CFS_MUTANT_WORKERS } = process.env;

if (CFS_MUTANT_WORKERS && String(process.ppid) === CFS_MUTANT_HARNESS)
  writeFileSync(join(CFS_MUTANT_WORKERS, String(process.pid)), '');

if (CFS_MUTANT_URL && CFS_MUTANT_SOURCE) {
  const source = readFileSync(CFS_MUTANT_SOURCE, 'utf8');
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      return url.replace(/[?#].*$/, '') === CFS_MUTANT_URL ? { ...loaded, source } : loaded;
    },
  });
}
