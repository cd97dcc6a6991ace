import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const importing = /^(?:import|export) (?!type )[^;]*?from '([^.'][^']*)'|import\('([^.'][^']*)'\)/gm;

/** What a browser gets as it stands: rooms of our own, styles, and what runs the tests. */
const isServedAsItIs = (name: string): boolean => /^(@cfs\/|node:|vitest)|\.css$/.test(name);

/**
 * The packages that the portal's sources name. Told to Vite beforehand, so that it never meets one in the middle of a
 * test and reloads the page.
 */
export function importedPackages(): string[] {
  const folder = join(import.meta.dirname, 'src');
  const names = globSync('**/*.{ts,tsx}', { cwd: folder })
    .filter((file) => !/(?<!\.browser)\.test\.tsx?$/.test(file))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(importing)])
    .map(([, imported, loaded]) => imported ?? loaded ?? '');
  return [...new Set(names)].filter((name) => !isServedAsItIs(name)).sort();
}
