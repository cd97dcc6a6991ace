import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './project.mjs';
import { captureCommand } from './run-command.mjs';

/** @typedef {{ name: string, command: string[] }} Check A program of the project with its parameters, from the root. */

const ROOMS = [...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`), 'e2e', 'bench', 'scripts'];

/** @type {(name: string, ...parameters: string[]) => Check} */
const lintOf = (name, ...parameters) => ({
  name,
  command: ['node_modules/eslint/bin/eslint.js', ...parameters, '--max-warnings=0'],
});

/** @type {(...parameters: string[]) => Check} */
const formatOf = (...parameters) => ({
  name: 'format',
  command: [
    ...['node_modules/prettier/bin/prettier.cjs', ...parameters, '--check'],
    ...['--log-level=warn', '--cache', '--cache-location=.cache/prettier'],
  ],
});

const projectChecks = [
  { name: 'cited pages', command: ['scripts/check-references.mjs'] },
  { name: 'areas', command: ['scripts/check-areas.mjs'] },
];

/** Linted in separate processes, since each takes as long as all other packages together. */
const largeRooms = ['packages/server', 'packages/portal'];

/**
 * Static checks, which do not run the project.
 * @type {Check[]}
 */
export const lintChecks = [
  ...largeRooms.map((room) => lintOf(`lint of ${room}`, room)),
  lintOf('lint of all else', '.', ...largeRooms.map((room) => `--ignore-pattern=${room}/`)),
  formatOf('.'),
  ...projectChecks,
];

/** @type {(room: string) => Check} */
const typesOf = (room) => ({
  name: `types of ${room}`,
  command: [
    ...['node_modules/typescript/bin/tsc', '--project', room, '--noEmit'],
    ...['--incremental', '--tsBuildInfoFile', `.cache/types/${room.replace('/', '-')}.tsbuildinfo`],
  ],
});

const typedRooms = ROOMS.filter((room) => existsSync(join(root, room, 'tsconfig.json')));
export const typeChecks = typedRooms.map(typesOf);

/** @typedef {{ name: string, dependencies?: Record<string, string> }} Manifest */

/** @type {(room: string) => Manifest} */
const manifestOf = (room) => {
  const path = join(root, room, 'package.json');
  if (!existsSync(path)) return { name: room };
  return /** @type {Manifest} */ (JSON.parse(readFileSync(path, 'utf8')));
};

/** @type {(room: string, files: readonly string[]) => boolean} */
const touches = (room, files) => {
  const { dependencies = {} } = manifestOf(room);
  const seen = typedRooms.filter((each) => each === room || manifestOf(each).name in dependencies);
  return files.some((file) => seen.some((each) => file.startsWith(`${each}/`)));
};

/** Files that affect the checks of all others. */
const rules = /^(eslint\.config\.js|tsconfig\.base\.json|package-lock\.json|\.prettier.*)$/;

/**
 * The checks that a change can break: lint and format of its files, types of its packages and of their dependents; all
 * checks if it changes their configuration.
 * @param {readonly string[]} files of the change
 * @param {readonly string[]} gone those that it removes
 * @returns {Check[]}
 */
export const checksOf = (files, gone) => {
  const changed = [...files, ...gone];
  if (changed.some((file) => rules.test(file))) return [...typeChecks, ...lintChecks];
  const linted = files.filter((file) => /\.(tsx?|m?js)$/.test(file));
  return [
    ...typedRooms.filter((room) => touches(room, changed)).map(typesOf),
    ...(linted.length > 0 ? [lintOf('lint', ...linted, '--no-warn-ignored')] : []),
    ...(files.length > 0 ? [formatOf(...files, '--ignore-unknown')] : []),
    ...projectChecks,
  ];
};

/**
 * Runs the checks and prints the output of failed ones.
 * @param {string} node
 * @param {readonly Check[]} checks
 * @param {number} atOnce how many run at a time
 * @returns {Promise<{ passed: number, failed: number, failures: readonly string[] }>} `failures` is the output of failed checks
 */
export async function runChecks(node, checks, atOnce = 2) {
  const waiting = [...checks];
  /** @type {string[]} */
  const failures = [];
  const work = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const began = performance.now();
      const [program = '', ...parameters] = check.command;
      const { code, output } = await captureCommand(node, [join(root, program), ...parameters]);
      const line = `${code === 0 ? '✓' : '✗'} ${check.name} (${((performance.now() - began) / 1000).toFixed(1)} s)`;
      const report = code === 0 ? line : `${line}\n${output.trimEnd()}`;
      if (code !== 0) failures.push(report);
      say(report);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { passed: checks.length - failures.length, failed: failures.length, failures };
}
