import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPortal, readServer } from './lib/area-rooms.mjs';
import { areaFaults, printedLayers, recipeFaults } from './lib/areas.mjs';
import { root } from './lib/project.mjs';
import { tableOwners } from './lib/table-owners.mjs';

/**
 * Prints the layers of the areas of server and portal. Fails if areas depend on each other, use what another area does
 * not export, or deviate from the recipe, or if the map in docs/architecture.md differs. `--write` updates the map.
 * Runs on the project's Node.
 */
const page = 'docs/architecture.md';
const server = readServer();
const rooms = [server, readPortal()];
const faults = [...rooms.flatMap(areaFaults), ...recipeFaults(server), ...tableOwners().faults];

const map = rooms.map((room) => `${room.room}/areas\n${printedLayers(room).join('\n')}\n`).join('\n');
console.log(map);

const block = /(?<=<!-- layers -->\n\n```text\n)[^`]*(?=```)/;
const text = readFileSync(join(root, page), 'utf8');
if (process.argv.includes('--write')) writeFileSync(join(root, page), text.replace(block, map));
else if (text.match(block)?.[0] !== map)
  faults.push(`${page}: the layers have changed; run node scripts/check-areas.mjs --write`);

for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
