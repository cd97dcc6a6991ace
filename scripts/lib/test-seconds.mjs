import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './project.mjs';

const RECORD = join(root, '.cache', 'test-seconds.json');
/** Of a test file that this checkout has not run yet. */
const USUAL_SECONDS = 5;

/** @returns {Record<string, number>} */
function readRecord() {
  try {
    return /** @type {Record<string, number>} */ (JSON.parse(readFileSync(RECORD, 'utf8')));
  } catch {
    return {};
  }
}

/**
 * Keeps how long each test file of a report took.
 * @param {import('vitest/node').JsonTestResults} report
 */
export function recordSeconds(report) {
  const seconds = readRecord();
  for (const { name, startTime, endTime } of report.testResults)
    seconds[relative(root, name)] = Math.ceil((endTime - startTime) / 1000);
  mkdirSync(dirname(RECORD), { recursive: true });
  writeFileSync(RECORD, JSON.stringify(seconds));
}

/**
 * As many tests from the beginning of the list as fit into the seconds, one at least.
 * @param {readonly string[]} tests
 * @param {number} seconds
 */
export function testsWithin(tests, seconds) {
  const known = readRecord();
  let left = seconds;
  return tests.filter((test, index) => {
    left -= known[test] ?? USUAL_SECONDS;
    return left >= 0 || index === 0;
  });
}
