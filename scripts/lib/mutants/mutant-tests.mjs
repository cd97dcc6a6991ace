import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { createVitest } from 'vitest/node';
import { root } from '../project.mjs';
import { projectOf } from '../vitest-run.mjs';

/** @typedef {{ failure: string | undefined, ended: boolean }} Outcome The first failure; whether the run was ended. */

/**
 * What a test file runs of a source: its time, the hashes of the two, and the ranges that it does not run.
 * @typedef {{ seconds: number, hash: string, sources: Record<string, { hash: string, functions: Range[] }> }} Reach
 * @typedef {{ start: number, end: number, ran: boolean }} Range
 */

const CACHE = join(root, '.cache', 'mutants', 'reach');
const HOOK = pathToFileURL(join(import.meta.dirname, 'mutant-hook.mjs')).href;
const COVERAGE_SETUP = join(import.meta.dirname, 'coverage-setup.mjs');

/** Test files that take longer are not used. */
const MAX_TEST_SECONDS = 60;
/** A test that waits for something that a mutant prevents fails after this time. */
const TEST_TIMEOUT_MILLISECONDS = 20_000;
const POLL_TIMEOUT_MILLISECONDS = 15_000;
/** A run of tests is terminated after this multiple of its usual time. */
const SLOWNESS_ALLOWED = 3;

/** @type {(text: string) => string} */
export const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** @type {(file: string) => string} */
const hashOfFile = (file) => hashOf(readFileSync(join(root, file), 'utf8'));

/**
 * One Vitest for all mutants: it keeps its database and transformed tests, and starts a new worker for each run, because
 * Node loads a module once in a process.
 * @param {(file: string) => boolean} isMutated whether a source can have mutants
 */
export async function startMutantTests(isMutated) {
  const directory = mkdtempSync(join(tmpdir(), 'cfs-mutants-'));
  const [workers, coverage, mutatedSource] = ['workers', 'coverage', 'source.ts'].map((name) => join(directory, name));
  if (!workers || !coverage || !mutatedSource) throw new Error('unreachable');
  for (const each of [workers, coverage]) mkdirSync(each);
  mkdirSync(CACHE, { recursive: true });

  /** @type {string | undefined} */
  let failure;
  /**
   * Ends the run: `bail` would wait for a worker that has exited.
   * @type {(what?: string) => void}
   */
  const end = (what) => {
    failure ??= what;
    killWorkers(workers);
  };
  const vitest = await createVitest('test', {
    root,
    watch: false,
    silent: true,
    testTimeout: TEST_TIMEOUT_MILLISECONDS,
    project: ['contracts', 'odata', 'server'],
    reporters: [
      {
        onTestCaseResult(test) {
          if (test.result().state === 'failed') end(`${test.module.relativeModuleId} > ${test.fullName}`);
        },
        onTestModuleEnd(module) {
          if (module.state() === 'failed') end(module.relativeModuleId);
        },
      },
    ],
  });
  // Keeps the given order: the nearest test first.
  vitest.config.sequence.sequencer = class {
    /** @param {import('vitest/node').TestSpecification[]} files */
    async sort(files) {
      return files;
    }
    /** @param {import('vitest/node').TestSpecification[]} files */
    async shard(files) {
      return files;
    }
  };
  for (const { config } of vitest.projects) {
    config.maxWorkers = 1;
    config.hookTimeout = 2 * TEST_TIMEOUT_MILLISECONDS;
    config.expect.poll = { timeout: POLL_TIMEOUT_MILLISECONDS };
  }

  /** @type {(test: string) => import('vitest/node').TestSpecification} */
  const specificationOf = (test) => {
    const project = vitest.projects.find(({ name }) => name === projectOf(test));
    if (!project) throw new Error(`${test} belongs to no Vitest project.`);
    return project.createSpecification(join(root, test));
  };

  /** @type {(tests: readonly string[], seconds: number, environment: Record<string, string>) => Promise<Outcome>} */
  const run = async (tests, seconds, environment) => {
    failure = undefined;
    let ended = false;
    for (const { config } of vitest.projects)
      config.env = {
        ...config.env,
        CFS_MUTANT_URL: '',
        NODE_V8_COVERAGE: '',
        ...environment,
        CFS_MUTANT_HARNESS: String(process.pid),
        CFS_MUTANT_WORKERS: workers,
        NODE_OPTIONS: `--import=${HOOK}`,
      };
    const deadline = setTimeout(() => {
      ended = failure === undefined;
      end();
    }, seconds * 1000);
    const { unhandledErrors } = await vitest.runTestSpecifications(tests.map(specificationOf));
    clearTimeout(deadline);
    for (const worker of readdirSync(workers)) rmSync(join(workers, worker));
    if (unhandledErrors.length > 0) failure ??= 'an unhandled error';
    if (failure !== undefined || ended) await dropDatabases(vitest);
    return { failure, ended };
  };

  /** @type {() => Reach['sources']} */
  const takeCoverage = () => {
    /** @type {Reach['sources']} */
    const sources = {};
    for (const name of readdirSync(coverage)) {
      const path = join(coverage, name);
      for (const { url, functions } of readCoverage(path)) {
        const file = url.startsWith(pathToFileURL(`${root}/`).href)
          ? url.slice(pathToFileURL(`${root}/`).href.length)
          : '';
        if (!isMutated(file)) continue;
        sources[file] ??= { hash: hashOfFile(file), functions: [] };
        sources[file].functions.push(
          ...functions.flatMap(({ ranges }) =>
            ranges.map(({ startOffset, endOffset, count }) => ({ start: startOffset, end: endOffset, ran: count > 0 })),
          ),
        );
      }
      rmSync(path);
    }
    return sources;
  };

  /**
   * The reach of a test file, measured once for each of its versions; `undefined` if it cannot be used here.
   * @param {string} test
   * @param {string} source the file that it should reach in its present version
   * @returns {Promise<Reach | undefined>}
   */
  const reachOf = async (test, source) => {
    const hash = hashOfFile(test);
    const path = join(CACHE, `${hashOf(test)}.json`);
    const known = readReach(path);
    const stale = known?.sources[source] && known.sources[source].hash !== hashOfFile(source);
    if (known?.hash === hash && !stale) return known.seconds < MAX_TEST_SECONDS ? known : undefined;
    for (const { config } of vitest.projects) config.setupFiles = [COVERAGE_SETUP];
    const began = performance.now();
    const { failure, ended } = await run([test], MAX_TEST_SECONDS, { NODE_V8_COVERAGE: coverage });
    for (const { config } of vitest.projects) config.setupFiles = [];
    const seconds = failure === undefined && !ended ? (performance.now() - began) / 1000 : Infinity;
    const measured = { seconds: Math.min(seconds, MAX_TEST_SECONDS), hash, sources: takeCoverage() };
    if (failure !== undefined) console.log(`  (${test} is skipped: ${failure})`);
    writeFileSync(path, JSON.stringify(measured));
    return measured.seconds < MAX_TEST_SECONDS ? measured : undefined;
  };

  return {
    reachOf,
    /**
     * Runs tests on a mutated source until one fails.
     * @param {readonly string[]} tests
     * @param {number} usualSeconds
     * @param {string} file
     * @param {string} text
     * @returns {Promise<Outcome>}
     */
    async runMutant(tests, usualSeconds, file, text) {
      writeFileSync(mutatedSource, text);
      const seconds = TEST_TIMEOUT_MILLISECONDS / 1000 + SLOWNESS_ALLOWED * usualSeconds;
      const environment = {
        CFS_MUTANT_URL: pathToFileURL(join(root, file)).href,
        CFS_MUTANT_SOURCE: mutatedSource,
      };
      // One worker per run: Vitest fails if a worker is killed before it has started.
      for (const group of Map.groupBy(tests, projectOf).values()) {
        const outcome = await run(group, seconds, environment);
        if (outcome.failure !== undefined || outcome.ended) return outcome;
      }
      return { failure: undefined, ended: false };
    },
    async close() {
      await vitest.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Kills each process that is named by a file of a directory, once.
 * @param {string} workers
 */
function killWorkers(workers) {
  for (const worker of readdirSync(workers)) {
    rmSync(join(workers, worker));
    try {
      process.kill(Number(worker), 'SIGKILL');
    } catch {
      // It has already exited.
    }
  }
}

/**
 * Drops the databases of workers that were killed.
 * @param {import('vitest/node').Vitest} vitest
 */
async function dropDatabases(vitest) {
  const server = vitest.projects.find(({ name }) => name === 'server');
  const { testCluster: cluster } = /** @type {{ testCluster?: import('pg').ClientConfig }} */ (
    server?.getProvidedContext() ?? {}
  );
  if (!cluster) return;
  const client = new pg.Client(cluster);
  await client.connect();
  const { rows } = await client.query(`select datname from pg_database where datname ~ '^cfs_test_[0-9a-f]{32}$'`);
  // A database that a leftover process of the worker uses remains until the next time.
  for (const { datname } of rows)
    await client.query(`drop database if exists ${datname} with (force)`).catch(() => undefined);
  await client.end();
}

/** @type {(path: string) => Reach | undefined} */
const readReach = (path) => {
  try {
    return /** @type {Reach} */ (JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
};

/**
 * @typedef {{ startOffset: number, endOffset: number, count: number }} CoverageRange
 * @typedef {{ url: string, functions: { ranges: CoverageRange[] }[] }} ScriptCoverage
 */

/**
 * The scripts of one process; none for a process that was killed while it wrote them.
 * @type {(path: string) => ScriptCoverage[]}
 */
const readCoverage = (path) => {
  try {
    return /** @type {{ result: ScriptCoverage[] }} */ (JSON.parse(readFileSync(path, 'utf8'))).result;
  } catch {
    return [];
  }
};

/**
 * Whether a test runs the code at a position: the innermost range decides, in any of its processes.
 * @param {Reach} reach
 * @param {string} file
 * @param {number} position
 */
export function runs(reach, file, position) {
  let innermost = { length: Infinity, ran: false };
  for (const { start, end, ran } of reach.sources[file]?.functions ?? []) {
    if (position < start || position >= end) continue;
    const length = end - start;
    if (length < innermost.length) innermost = { length, ran };
    else if (length === innermost.length) innermost.ran ||= ran;
  }
  return innermost.ran;
}
