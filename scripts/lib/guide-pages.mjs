import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

const GUIDE = 'docs/guide';
const PICTURES = `${GUIDE}/pictures`;

/** @typedef {{ file: string, text: string }} Page */

/** @type {(text: string, pattern: RegExp) => string[]} */
const captures = (text, pattern) => [...text.matchAll(pattern)].map(([, captured = '']) => captured);

/**
 * Pictures that no page of the guide shows, that several places show, or that are missing.
 * @param {readonly Page[]} pages
 * @param {readonly string[]} pictures file names
 */
export const pictureFaults = (pages, pictures) => {
  const shown = pages.flatMap(({ file, text }) =>
    captures(text, /!\[[^\]]*\]\(pictures\/([^)]+)\)/g).map((picture) => ({ file, picture })),
  );
  return [
    ...pictures.flatMap((picture) => {
      const places = shown.filter((each) => each.picture === picture).length;
      return places === 1 ? [] : [`${PICTURES}/${picture}: ${places} places of the guide show it; one should`];
    }),
    ...shown
      .filter(({ picture }) => !pictures.includes(picture))
      .map(({ file, picture }) => `${file}: there is no picture ${picture}; npm run -s pictures takes them`),
  ];
};

/**
 * Pictures that the script takes but the guide lacks, and the reverse.
 * @param {readonly string[]} taken names without extension
 * @param {readonly string[]} pictures file names
 */
export const takenFaults = (taken, pictures) => [
  ...taken
    .filter((name) => !pictures.includes(`${name}.png`))
    .map((name) => `${PICTURES}/${name}.png is missing: run npm run -s pictures`),
  ...pictures
    .filter((picture) => !taken.includes(picture.replace(/\.png$/, '')))
    .map((picture) => `${PICTURES}/${picture} is taken by no line of e2e/src/pictures/guide-pictures.ts`),
];

/**
 * Entries of the portal's menu without a row in the guide's table of screens.
 * @param {string} index the text of the guide's first page
 * @param {readonly string[]} labels of the menu
 */
export const menuFaults = (index, labels) => {
  const rows = captures(index, /^\| ([^|]+?) +\| \[[^\]]+\]\([^)]+\.md(?:#[\w-]+)?\)/gm);
  return [
    ...labels.filter((label) => !rows.includes(label)).map((label) => `${GUIDE}/README.md: no page for ${label}`),
    ...rows
      .filter((row) => !labels.includes(row))
      .map((row) => `${GUIDE}/README.md: ${row} is no entry of the portal's menu`),
  ];
};

/** @type {(path: string) => string} */
const read = (path) => readFileSync(join(root, path), 'utf8');

/** The faults of the user guide: its pictures and its coverage of the menu. */
export const guideFaults = () => {
  const pages = readdirSync(join(root, GUIDE))
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ file: `${GUIDE}/${name}`, text: read(`${GUIDE}/${name}`) }));
  const pictures = readdirSync(join(root, PICTURES));
  const taken = captures(read('e2e/src/pictures/guide-pictures.ts'), /\bname: '([a-z-]+)'/g);
  const labels = captures(read('packages/portal/src/app/shell/menu.ts'), /label: '([^']+)',\s+path: /g);
  const home = ['Home', ...labels];
  return [
    ...pictureFaults(pages, pictures),
    ...takenFaults(taken, pictures),
    ...menuFaults(read(`${GUIDE}/README.md`), home),
  ];
};
