import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, parse } from 'node:path';
import { root } from './project.mjs';

/** A string literal that may be an import, or the path of a program that a test starts. */
const specifier = /['"`]((?:\.{1,2}\/|@cfs\/|[\w-]+\/)[\w@./-]+)['"`]/g;

/** @type {(file: string) => boolean} */
const isRoomTest = (file) => /^(packages\/.*\.test\.tsx?|scripts\/.*\.test\.mjs)$/.test(file);

const sourceFiles = ['{packages,e2e,bench}/**/*.{ts,tsx}', 'packages/portal/*.ts', 'scripts/**/*.mjs'];

/** Files without importers, and the source that reads them. */
const readers = [{ files: /^packages\/server\/migrations\//, reader: 'packages/server/src/testing/test-database.ts' }];

/** @type {(from: string, name: string) => string[]} */
const candidates = (from, name) => {
  if (name.startsWith('@cfs/')) {
    const [, room = '', ...rest] = name.split('/');
    const path = rest.length === 0 ? 'index' : rest.join('/');
    return ['packages', ''].flatMap((folder) =>
      [`${path}.ts`, `${path}.tsx`].map((file) => join(folder, room, 'src', file)),
    );
  }
  return [normalize(join(dirname(from), name))];
};

/**
 * The importers of each source by path from the root. Type imports count.
 * @returns {Map<string, Set<string>>}
 */
export function importersOfSources() {
  const files = globSync(sourceFiles, { cwd: root, exclude: ['**/node_modules', '**/dist'] });
  const known = new Set(files);
  /** @type {Map<string, Set<string>>} */
  const importers = new Map(files.map((file) => [file, new Set()]));
  for (const file of files)
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(specifier))
      for (const imported of candidates(file, name)) if (known.has(imported)) importers.get(imported)?.add(file);
  return importers;
}

/**
 * The number of directories between two files; 0 between a contract and the area of the same name.
 * @type {(file: string, test: string) => number}
 */
const foldersBetween = (file, test) => {
  const [here, there] = [dirname(file).split('/'), dirname(test).split('/')];
  if (there.includes(parse(file).name)) return 0;
  const parting = here.findIndex((folder, index) => folder !== there[index]);
  const shared = parting === -1 ? here.length : parting;
  return here.length + there.length - 2 * shared;
};

/**
 * The tests that import the given files, directly or transitively: the nearest by imports and directories first,
 * because nearly every server test imports the whole server. Journeys do not import what they test and are excluded.
 * @param {ReadonlyMap<string, ReadonlySet<string>>} importers
 * @param {readonly string[]} files
 * @returns {string[]}
 */
export function relatedTests(importers, files) {
  /** @type {Map<string, number>} */
  const nearest = new Map();
  for (const file of files) {
    const seen = new Set();
    let reached = [readers.find((each) => each.files.test(file))?.reader ?? file];
    for (let imports = 0; reached.length > 0; imports += 1) {
      const fresh = [...new Set(reached)].filter((each) => !seen.has(each));
      for (const each of fresh) {
        seen.add(each);
        const distance = imports + foldersBetween(file, each);
        if (isRoomTest(each)) nearest.set(each, Math.min(distance, nearest.get(each) ?? Infinity));
      }
      reached = fresh.flatMap((each) => [...(importers.get(each) ?? [])]);
    }
  }
  return [...nearest]
    .toSorted((one, other) => one[1] - other[1] || one[0].localeCompare(other[0]))
    .map(([test]) => test);
}
