import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, say } from './project.mjs';
import { captureCommand } from './run-command.mjs';

/** @typedef {{ name: string, command: string[] }} Check A program of the project with its parameters, from the root. */

const ROOMS = [...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`), 'e2e', 'bench', 'scripts'];

/**
 * The rules of `.oxlintrc.json` and the types of files or folders, in one pass.
 * @type {(name: string, ...paths: string[]) => Check}
 */
const codeOf = (name, ...paths) => ({
  name,
  command: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--type-check', '--deny-warnings', ...paths],
});

/** @type {(...paths: string[]) => Check} */
const formatOf = (...paths) => ({
  name: 'format',
  command: ['node_modules/oxfmt/bin/oxfmt', '--check', '--no-error-on-unmatched-pattern', ...paths],
});

const projectChecks = [
  { name: 'cited pages', command: ['scripts/check-references.mjs'] },
  { name: 'areas', command: ['scripts/check-areas.mjs'] },
];

/**
 * Static checks, which do not run the project.
 * @type {Check[]}
 */
export const lintChecks = [codeOf('rules and types', '.'), formatOf('.'), ...projectChecks];

const typedRooms = ROOMS.filter((room) => existsSync(join(root, room, 'tsconfig.json')));

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
const settings = /^(\.oxlintrc\.json|tsconfig\.(base\.)?json|package-lock\.json|\.oxfmtrc\.json)$/;

/**
 * The checks that a change can break: rules and types of its packages and of their dependents, the format of its files;
 * all checks if it changes their configuration.
 * @param {readonly string[]} files of the change
 * @param {readonly string[]} gone those that it removes
 * @returns {Check[]}
 */
export const checksOf = (files, gone) => {
  const changed = [...files, ...gone];
  if (changed.some((file) => settings.test(file))) return lintChecks;
  const code = [
    ...typedRooms.filter((room) => touches(room, changed)),
    ...files.filter((file) => /^[^/]+\.ts$/.test(file)),
  ];
  return [
    ...(code.length > 0 ? [codeOf(`rules and types of ${code.join(', ')}`, ...code)] : []),
    ...(files.length > 0 ? [formatOf(...files)] : []),
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
