import { availableParallelism } from 'node:os';
import { ensureBrowser } from './lib/browser.mjs';
import { changedFiles } from './lib/changed-files.mjs';
import { checksOf, runChecks } from './lib/checks.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { importersOfSources, relatedTests } from './lib/import-graph.mjs';
import { nodeRuntime } from './lib/node-runtime.mjs';
import { runScript, say } from './lib/project.mjs';
import { testsWithin } from './lib/test-seconds.mjs';
import { projectOf, runVitest } from './lib/vitest-run.mjs';

/** The time budget in seconds of the tests on each core; types and lint take a minute at most. */
const TEST_SECONDS = 75;

/** Lints, type-checks and tests the changes since main, within three minutes for a change in one file. */
await runScript(async () => {
  await ensureDependencies();
  const node = nodeRuntime();
  const { files, gone } = await changedFiles();
  if (files.length + gone.length === 0) return say('No file differs from main.');
  const checked = await runChecks(node, checksOf(files, gone));
  const related = relatedTests(importersOfSources(), files);
  const tests = testsWithin(related, TEST_SECONDS * availableParallelism());
  if (tests.length < related.length)
    say(
      `Running the ${tests.length} closest of ${related.length} test files that import the change; npm test runs all.`,
    );
  const tested = await runTests(node, tests);
  console.log(`${checked.passed + tested.passed} passed, ${checked.failed + tested.failed} failed`);
  process.exitCode = checked.failed + tested.failed === 0 ? 0 : 1;
});

/**
 * @param {string} node
 * @param {readonly string[]} tests
 */
async function runTests(node, tests) {
  if (tests.length === 0) return { passed: 0, failed: 0 };
  const projects = new Set(tests.map(projectOf));
  const environment = projects.has('portal-browser') ? { CHROMIUM_PATH: await ensureBrowser() } : {};
  return runVitest(node, [...[...projects].map((project) => `--project=${project}`), ...tests], environment);
}
