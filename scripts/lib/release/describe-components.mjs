import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PreparationError } from '../project.mjs';
import { captureCommand } from '../run-command.mjs';

/** Fetched from the registry when a release is built; not needed otherwise. */
const TOOL = '@cyclonedx/cyclonedx-npm@6.0.1';

/**
 * @typedef {{
 *   'bom-ref': string, components?: Component[], properties?: { name: string, value: string }[],
 * }} Component
 * @typedef {{ components: Component[], dependencies: { ref: string, dependsOn?: string[] }[] }} ComponentDocument
 */

/** @param {Component} component */
const pathOf = ({ properties = [] }) => properties.find(({ name }) => name === 'cdx:npm:package:path')?.value ?? '';

/** @param {readonly Component[]} components @returns {Component[]} */
const withNested = (components) =>
  components.flatMap((component) => [component, ...withNested(component.components ?? [])]);

/**
 * The locked packages as CycloneDX (ECMA-424). Two calls for one lock file give the same document.
 * @returns {Promise<ComponentDocument>}
 * @throws {PreparationError} if the tool cannot be fetched or refuses the lock file
 */
export async function describeComponents() {
  const directory = mkdtempSync(join(tmpdir(), 'cfs-components-'));
  try {
    const file = join(directory, 'components.json');
    const { code, output } = await captureCommand(process.platform === 'win32' ? 'npm.cmd' : 'npm', [
      ...['exec', '--yes', `--package=${TOOL}`, '--', 'cyclonedx-npm'],
      ...['--package-lock-only', '--output-reproducible', '--output-format', 'JSON', '--output-file', file],
    ]);
    if (code !== 0) throw new PreparationError(`The components could not be described:\n${output}`);
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * The document, restricted to the packages at `paths` of the lock file, as text.
 * @param {ComponentDocument} document
 * @param {ReadonlySet<string>} paths
 * @returns {string}
 */
export function onlyComponents(document, paths) {
  const components = withNested(document.components)
    .filter((component) => paths.has(pathOf(component)))
    .map(({ components: _nested, ...component }) => component);
  const known = new Set(components.map((component) => component['bom-ref']));
  const dependencies = document.dependencies
    .filter(({ ref }) => known.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => known.has(other)) }));
  return `${JSON.stringify({ ...document, components, dependencies }, undefined, 2)}\n`;
}
