import { readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { COMPILED, FOLLOW_PARENT } from './become.mjs';
import { root } from './project.mjs';
import { runCommand } from './run-command.mjs';
import { recordSeconds } from './test-seconds.mjs';

const REPORT = join(root, '.cache', 'vitest-report.json');

/**
 * Runs the tests under `node`.
 * @param {string} node
 * @param {readonly string[]} parameters
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<{ passed: number, failed: number }>} a file that fails to load counts as a failed test
 */
export async function runVitest(node, parameters, environment) {
  rmSync(REPORT, { force: true });
  const code = await runCommand(
    node,
    [
      ...['--import', FOLLOW_PARENT, join(root, 'node_modules', 'vitest', 'vitest.mjs')],
      ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`, ...parameters],
    ],
    {
      env: {
        ...process.env,
        ...environment,
        CFS_PARENT_PID: String(process.pid),
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? COMPILED,
        PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
      },
    },
  );
  const { passed, failed } = readReport();
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
}

function readReport() {
  try {
    const report = /** @type {import('vitest/node').JsonTestResults} */ (JSON.parse(readFileSync(REPORT, 'utf8')));
    recordSeconds(report);
    const broken = report.testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
    );
    return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/**
 * The Vitest project of a test.
 * @param {string} test its path from the root
 */
export function projectOf(test) {
  const [folder = '', room = ''] = test.split('/');
  if (folder === 'scripts') return folder;
  return test.endsWith('.browser.test.tsx') ? `${room}-browser` : room;
}
