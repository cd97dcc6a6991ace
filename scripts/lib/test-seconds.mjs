import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './project.mjs';

const RECORD = join(root, '.cache', 'test-seconds.json');
/** The estimate for a test file that this checkout has not run yet. */
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
 * Records the duration of each test file of a report.
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
 * The first tests of the list that fit into the seconds, at least one.
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
