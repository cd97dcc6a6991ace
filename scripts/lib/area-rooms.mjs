import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';
import { tableOwners } from './table-owners.mjs';

/** @typedef {import('./areas.mjs').AreasOfRoom} AreasOfRoom */

/** @type {(room: string, below: readonly string[]) => AreasOfRoom} */
const readRoom = (room, below) => {
  const directory = join(root, room);
  const sources = new Map(
    globSync('**/*.{ts,tsx}', { cwd: directory })
      .sort()
      .map((file) => [file, readFileSync(join(directory, file), 'utf8')]),
  );
  const exported = /** @type {AreasOfRoom['exported']} */ (
    JSON.parse(readFileSync(join(directory, 'areas/exports.json'), 'utf8'))
  );
  return { room, sources, below, exported };
};

/** The server with its areas and their tables. */
export const readServer = () => ({ ...readRoom('packages/server/src', ['platform']), tables: tableOwners().owners });

/** The portal with its areas. */
export const readPortal = () => readRoom('packages/portal/src', ['lib', 'ui']);
