import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { citationFaults, linkFaults, quoteFaults } from './lib/cited-pages.mjs';
import { guideFaults } from './lib/guide-pages.mjs';
import { root } from './lib/project.mjs';

/**
 * Fails if a source file or page cites a page, heading or decision that does not exist, if a page quotes code that is
 * not in the named file, or if the user guide lacks a picture or the page of a screen. Runs on the project's Node.
 */
const files = globSync(['*.md', '{packages,e2e,bench,scripts,docs}/**/*.{ts,tsx,js,mjs,sql,md}'], {
  cwd: root,
  exclude: ['**/node_modules', '**/dist'],
});

const faults = files.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  return [
    ...citationFaults(file, text),
    ...(file.endsWith('.md') ? [...linkFaults(file, text), ...quoteFaults(file, text)] : []),
  ];
});

const all = [...faults, ...guideFaults()];
for (const fault of all) console.log(fault);
process.exitCode = all.length === 0 ? 0 : 1;
