import { join } from 'node:path';
import { ensureBrowser } from './lib/browser.mjs';
import { lintChecks, runChecks } from './lib/checks.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { nodeRuntime } from './lib/node-runtime.mjs';
import { ensurePortal } from './lib/portal-build.mjs';
import { PreparationError, root, say } from './lib/project.mjs';
import { runCommand } from './lib/run-command.mjs';
import { runVitest } from './lib/vitest-run.mjs';

const USAGE = `npm test [-- [lint] [unit] [e2e] [mutants] [--deep] [file …]]

Runs lint, unit and e2e by default. With a file, or part of its path, runs only the tests in it.
--deep also runs the tests of *.deep.test.ts and many more generated cases.`;

const PARTS = ['lint', 'unit', 'e2e'];
/** Takes hours, so it runs only if it is named. */
const MUTANTS = 'mutants';

const words = process.argv.slice(2);
const sum = { passed: 0, failed: 0 };

if (words.includes('--help')) {
  console.log(USAGE);
} else {
  await orCountAsFailed(testAll);
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  process.exitCode = sum.failed === 0 ? 0 : 1;
}

async function testAll() {
  const files = words.filter((word) => ![...PARTS, MUTANTS].includes(word) && !word.startsWith('--'));
  const parts = chosenParts(files);
  await ensureDependencies();
  const node = nodeRuntime();

  /** @type {NodeJS.ProcessEnv} */
  const environment = words.includes('--deep') ? { CFS_TEST_DEEP: '1' } : {};
  const checks = parts.has('lint') ? lintChecks : [];
  const hasTests = parts.has('unit') || parts.has('e2e');
  const [checked, tested] = await Promise.all([
    // One at a time alongside the tests: the first tests, those of the agent, wait more than they compute.
    runChecks(node, checks, hasTests ? 1 : 2),
    hasTests ? runTests(node, parts, environment, files) : { passed: 0, failed: 0 },
  ]);
  add(checked);
  add(tested);
  // Printed again, because the output of the tests hides them.
  if (hasTests) for (const failure of checked.failures) say(failure);
  if (parts.has(MUTANTS)) {
    const code = await runCommand(node, [join(root, 'scripts', 'lib', 'mutants', 'run.mjs'), '--fresh']);
    add({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 });
  }
}

/**
 * @param {string} node
 * @param {ReadonlySet<string>} parts
 * @param {NodeJS.ProcessEnv} environment
 * @param {readonly string[]} files
 */
async function runTests(node, parts, environment, files) {
  const projects = await preparedProjects(node, parts, environment);
  if (projects === undefined) return { passed: 0, failed: 0 };
  return runVitest(node, [...projects, '--passWithNoTests', ...files], environment);
}

/**
 * The Vitest projects of the parts, except those that cannot be prepared: component tests and journeys need a browser.
 * Returns `undefined` if none is left.
 * @param {string} node
 * @param {ReadonlySet<string>} parts
 * @param {NodeJS.ProcessEnv} environment
 */
async function preparedProjects(node, parts, environment) {
  const browser = await orCountAsFailed(async () => {
    environment.CHROMIUM_PATH = await ensureBrowser();
  });
  const journeys = browser && parts.has('e2e') && (await orCountAsFailed(() => ensurePortal(node)));
  if (!parts.has('unit')) return journeys ? ['--project=e2e*'] : undefined;
  return [...(journeys ? [] : ['--project=!e2e*']), ...(browser ? [] : ['--project=!portal-browser'])];
}

/** @param {readonly string[]} files */
function chosenParts(files) {
  const named = [...PARTS, MUTANTS].filter((part) => words.includes(part));
  if (named.length > 0) return new Set(named);
  return new Set(files.length > 0 ? ['unit', 'e2e'] : PARTS);
}

/** @param {{ passed: number, failed: number }} result */
function add({ passed, failed }) {
  sum.passed += passed;
  sum.failed += failed;
}

/**
 * A PreparationError is printed and counts as one failed test. Resolves to whether `action` succeeded.
 * @param {() => Promise<void>} action
 */
async function orCountAsFailed(action) {
  try {
    await action();
    return true;
  } catch (error) {
    if (!(error instanceof PreparationError)) throw error;
    say(error.message);
    add({ passed: 0, failed: 1 });
    return false;
  }
}
