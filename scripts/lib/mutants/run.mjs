import { delimiter, join } from 'node:path';
import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { importersOfSources, relatedTests } from '../import-graph.mjs';
import { root } from '../project.mjs';
import { hashOf, runs, startMutantTests } from './mutant-tests.mjs';
import { editsOf } from './operators.mjs';
import { appendResult, changeOf, deleteResults, isEquivalent, readResults, report, scoreOf } from './record.mjs';
import { typedSources } from './typed-sources.mjs';

/** @typedef {import('./record.mjs').Mutant} Mutant */
/** @typedef {import('./record.mjs').Result} Result */

/** The share of mutants that tests must kill, in percent. */
const TARGET_SCORE = 85;
/**
 * Of 16 mutated constants, this many remain in a sample: constants are by far the most common mutants, and mostly name
 * columns and routes.
 */
const CONSTANTS_OF_16 = 5;

const FOLDERS = [
  'packages/odata/src',
  'packages/server/src/platform',
  'packages/server/src/areas/rules',
  'packages/server/src/areas/work-units',
];
const TYPED_ROOMS = ['packages/contracts', 'packages/odata', 'packages/server'];

/** Files that are not product code, and tests whose subject is the machine. */
const aside = /\.(test|fixture)\.ts$|-matrix\.ts$|\/testing\//;
const unusableTests = /^packages\/(?!contracts|odata|server)|\/conformance\/(?!entity-|model-)/;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    /** Time budget in seconds for the tests of a mutant: the nearest that run it, as many as fit. */
    seconds: { type: 'string', default: '30' },
    fresh: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

/** @type {(file: string) => boolean} */
const isMutated = (file) => FOLDERS.some((folder) => file.startsWith(`${folder}/`)) && !aside.test(file);

const files = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
  .filter(isMutated)
  .toSorted();
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const sources = typedSources(TYPED_ROOMS);

/** @type {(file: string) => string} */
const textOf = (file) => texts.get(file) ?? '';

/** @returns {Mutant[]} */
function allMutants() {
  const checker = sources.checker();
  return files.flatMap((file) => {
    const source = sources.sourceOf(file);
    /** @type {Map<string, number>} */
    const repeated = new Map();
    return editsOf(source, checker).map((edit) => {
      const { line } = source.getLineAndCharacterOfPosition(edit.start);
      const code = (source.text.split('\n', line + 1)[line] ?? '').trim();
      const original = source.text.slice(edit.start, edit.end);
      const name = JSON.stringify([file, code, original, edit.replacement]);
      const before = repeated.get(name) ?? 0;
      repeated.set(name, before + 1);
      return { ...edit, id: hashOf(`${name} ${before}`), file, line: line + 1, code, original };
    });
  });
}

/**
 * The mutants in an order that depends only on the seed.
 * @param {readonly Mutant[]} mutants
 * @param {string} seed
 */
const shuffled = (mutants, seed) =>
  mutants
    .map((mutant) => ({ mutant, place: hashOf(`${seed} ${mutant.id}`) }))
    .filter(
      ({ mutant, place }) => mutant.operator !== 'constant' || Number.parseInt(place.slice(-1), 16) < CONSTANTS_OF_16,
    )
    .toSorted((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ mutant }) => mutant);

/** @type {(mutant: Mutant) => string} */
const mutatedText = ({ file, start, end, replacement }) =>
  textOf(file).slice(0, start) + replacement + textOf(file).slice(end);

const importers = importersOfSources();

/**
 * The tests that run a mutant, nearest first, with their usual time.
 * @param {Awaited<ReturnType<typeof startMutantTests>>} tests
 * @param {Mutant} mutant
 */
async function testsOf(tests, { file, runsAt }) {
  const near = relatedTests(importers, [file]).filter((test) => !unusableTests.test(test));
  /** @type {{ names: string[], seconds: number }} */
  const chosen = { names: [], seconds: 0 };
  for (const name of near) {
    const reach = await tests.reachOf(name, file);
    if (!reach || !runs(reach, file, runsAt)) continue;
    if (chosen.names.length > 0 && chosen.seconds + reach.seconds > Number(values.seconds)) break;
    chosen.names.push(name);
    chosen.seconds += reach.seconds;
  }
  return chosen;
}

/**
 * @param {Awaited<ReturnType<typeof startMutantTests>>} tests
 * @param {Mutant} mutant
 * @returns {Promise<Pick<Result, 'status' | 'by'>>}
 */
async function judge(tests, mutant) {
  const text = mutatedText(mutant);
  if (!sources.compiles(mutant.file, text)) return { status: 'invalid' };
  const { names, seconds } = await testsOf(tests, mutant);
  if (names.length === 0) return { status: 'uncovered' };
  const { failure, ended } = await tests.runMutant(names, seconds, mutant.file, text);
  if (ended) return { status: 'timeout' };
  return failure === undefined ? { status: 'survived', by: names.join(' ') } : { status: 'killed', by: failure };
}

/**
 * @param {Result | undefined} result
 * @param {Mutant} mutant
 * @returns {result is Result}
 */
const isCurrent = (result, { file }) =>
  result?.source === hashOf(textOf(file)) &&
  !(values.again && (result.status === 'survived' || result.status === 'uncovered'));

/** @param {readonly Mutant[]} candidates @param {number} size */
async function runSample(candidates, size) {
  if (values.fresh) deleteResults();
  const results = readResults();
  /** @type {Result[]} */
  const judged = [];
  const chosen = values.again ? candidates.filter(({ id }) => results.has(id)) : candidates;
  const tests = values.report ? undefined : await startMutantTests(isMutated);
  for (const mutant of chosen) {
    if (judged.length >= size) break;
    const known = results.get(mutant.id);
    if (isCurrent(known, mutant) || (known && !tests)) {
      if (known.status !== 'invalid') judged.push(known);
      continue;
    }
    if (!tests) continue;
    const began = performance.now();
    const verdict = await judge(tests, mutant);
    const seconds = (performance.now() - began) / 1000;
    const result = { ...mutant, ...verdict, source: hashOf(textOf(mutant.file)), seconds: Number(seconds.toFixed(1)) };
    appendResult(result);
    if (verdict.status !== 'invalid') judged.push(result);
    const { file, line, operator, original, replacement } = mutant;
    console.log(
      `${judged.length} ${verdict.status} (${seconds.toFixed(1)} s) ${file}:${line} ${operator}: ${changeOf(original, replacement)}` +
        (verdict.status === 'killed' ? ` | ${verdict.by}` : ''),
    );
  }
  await tests?.close();
  return judged;
}

process.chdir(root);
process.env.PATH = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`;
const all = allMutants();
const candidates = shuffled(
  all.filter(
    (mutant) =>
      !isEquivalent(mutant) && (positionals.length === 0 || positionals.some((place) => mutant.file.startsWith(place))),
  ),
  values.seed,
);
if (values.list) {
  for (const [operator, each] of Map.groupBy(candidates, (mutant) => mutant.operator))
    console.log(`${each.length} ${operator}`);
  for (const [folder, each] of Map.groupBy(candidates, ({ file }) => file.split('/').slice(0, 5).join('/')))
    console.log(`${each.length} ${folder}`);
} else {
  const judged = await runSample(candidates, Number(values.sample));
  report(judged);
  process.exitCode = scoreOf(judged) >= TARGET_SCORE ? 0 : 1;
}
