import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** @param {string} path */
const read = (path) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

/** @param {string} text */
const flagsIn = (text) => [...text.matchAll(/(?<=[\s'])--[a-z-]+(?:=\w+)?/g)].map(([flag]) => flag);

test('a release starts under the flags of npm start', async () => {
  const flags = flagsIn(await read('scripts/start.mjs'));
  expect(flags).toContain('--use-largepages=silent');
  expect(flagsIn(await read('deploy/bin/cfs-portal'))).toEqual(flags);
});

test('the operating guide names the flags of npm start', async () => {
  const guide = await read('docs/operating.md');
  expect(guide).toContain(`\`${flagsIn(await read('scripts/start.mjs')).join(' ')}\``);
});
