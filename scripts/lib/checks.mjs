import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './project.mjs';
import { captureCommand } from './run-command.mjs';

/** @typedef {{ name: string, command: string[] }} Check A program of the project with its parameters, from the root. */

const ROOMS = [...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`), 'e2e', 'bench', 'scripts'];

/**
 * What can be told without running the project.
 * @type {Check[]}
 */
export const lintChecks = [
  {
    name: 'lint',
    command: ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings=0'],
  },
  {
    name: 'format',
    command: [
      'node_modules/prettier/bin/prettier.cjs',
      '.',
      '--check',
      '--log-level=warn',
      '--cache',
      '--cache-location=.cache/prettier',
    ],
  },
  {
    name: 'cited pages',
    command: ['scripts/check-references.mjs'],
  },
];

/** @type {Check[]} */
export const typeChecks = ROOMS.filter((room) => existsSync(join(root, room, 'tsconfig.json'))).map((room) => ({
  name: `types of ${room}`,
  command: [
    ...['node_modules/typescript/bin/tsc', '--project', room, '--noEmit'],
    ...['--incremental', '--tsBuildInfoFile', `.cache/types/${room.replace('/', '-')}.tsbuildinfo`],
  ],
}));

/**
 * Makes the checks, two at a time, and prints what each has to say.
 * @param {string} node
 * @param {readonly Check[]} checks
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks(node, checks) {
  const waiting = [...checks];
  const result = { passed: 0, failed: 0 };
  const work = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const began = performance.now();
      const [program = '', ...parameters] = check.command;
      const { code, output } = await captureCommand(node, [join(root, program), ...parameters]);
      result[code === 0 ? 'passed' : 'failed'] += 1;
      say(`${code === 0 ? '✓' : '✗'} ${check.name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
      if (code !== 0) say(output.trimEnd());
    }
  };
  await Promise.all([work(), work()]);
  return result;
}
