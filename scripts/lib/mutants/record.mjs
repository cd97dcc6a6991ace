import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../project.mjs';

/**
 * @typedef {{ id: string, file: string, line: number, code: string, operator: string, original: string,
 *   replacement: string, start: number, end: number, runsAt: number }} Mutant
 * @typedef {'killed' | 'timeout' | 'survived' | 'uncovered' | 'invalid'} Status
 * @typedef {Mutant & { status: Status, source: string, by?: string, seconds: number }} Result
 * @typedef {{ file: string, code: string, original: string, replacement: string, reason: string }} Exclusion
 */

const RECORD = join(root, '.cache', 'mutants', 'results.jsonl');
const EXCLUSIONS = join(import.meta.dirname, 'equivalent-mutants.json');

/** The results of earlier runs by the mutant's id; the latest counts. */
export function readResults() {
  /** @type {Map<string, Result>} */
  const results = new Map();
  for (const line of linesOf(RECORD)) {
    const result = /** @type {Result} */ (JSON.parse(line));
    results.set(result.id, result);
  }
  return results;
}

/** @type {(path: string) => string[]} */
const linesOf = (path) => {
  try {
    // A line that a killed run left unfinished is dropped.
    return readFileSync(path, 'utf8').split('\n').slice(0, -1);
  } catch {
    return [];
  }
};

export const deleteResults = () => rmSync(RECORD, { force: true });

/** @param {Result} result */
export function appendResult(result) {
  mkdirSync(dirname(RECORD), { recursive: true });
  appendFileSync(RECORD, `${JSON.stringify(result)}\n`);
}

const exclusions = /** @type {Exclusion[]} */ (JSON.parse(readFileSync(EXCLUSIONS, 'utf8')));

/**
 * Whether a mutant is equivalent to the source, as `equivalent-mutants.json` explains.
 * @param {Mutant} mutant
 */
export const isEquivalent = (mutant) =>
  exclusions.some(
    ({ file, code, original, replacement }) =>
      file === mutant.file &&
      code === mutant.code &&
      original === mutant.original &&
      replacement === mutant.replacement,
  );

/** @type {(file: string) => string} */
const folderOf = (file) =>
  file
    .replace(/^packages\/(server\/src\/)?/, '')
    .replace(/^(platform\/[^/]+)\/.*/, '$1')
    .replace(/^platform\/[^/]+\.ts$/, 'platform')
    .replace(/^(areas\/[^/]+)\/.*/, '$1')
    .replace(/^odata\/.*/, 'odata');

/** @type {(results: readonly Result[], ...statuses: Status[]) => number} */
const count = (results, ...statuses) => results.filter(({ status }) => statuses.includes(status)).length;

/** @type {(results: readonly Result[]) => number} */
export const scoreOf = (results) => {
  const judged = results.length - count(results, 'invalid');
  return judged === 0 ? 100 : (100 * count(results, 'killed', 'timeout')) / judged;
};

/** @type {(name: string, results: readonly Result[]) => string} */
const scoreLine = (name, results) =>
  [
    `${scoreOf(results).toFixed(1).padStart(6)} %  ${name.padEnd(26)}`,
    `${count(results, 'killed')} killed, ${count(results, 'timeout')} timed out,`,
    `${count(results, 'survived')} survived, ${count(results, 'uncovered')} reached by no test`,
  ].join(' ');

/**
 * Prints the survivors, then the score of each folder and the total.
 * @param {readonly Result[]} results
 */
export function report(results) {
  const survivors = results.filter(({ status }) => status === 'survived' || status === 'uncovered');
  for (const { status, file, line, operator, original, replacement, code } of survivors.toSorted(byPlace))
    console.log(`${status}: ${file}:${line} (${operator})\n    ${code}\n    ${changeOf(original, replacement)}`);
  const folders = Map.groupBy(results, ({ file }) => folderOf(file));
  for (const [folder, each] of [...folders].toSorted(([one], [other]) => one.localeCompare(other)))
    console.log(scoreLine(folder, each));
  console.log(scoreLine('all', results));
}

/** @type {(one: Result, other: Result) => number} */
const byPlace = (one, other) => one.file.localeCompare(other.file) || one.start - other.start;

/** @type {(original: string, replacement: string) => string} */
export const changeOf = (original, replacement) =>
  original.length > replacement.length && original.startsWith(replacement) && replacement !== ''
    ? `${brief(original.slice(replacement.length).trim())} → left out`
    : `${brief(original)} → ${brief(replacement)}`;

/** @type {(text: string) => string} */
const brief = (text) => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
};
