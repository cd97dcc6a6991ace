import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

const areaTables = 'packages/server/src/tables.ts';
const platformTables = 'packages/server/src/platform/database/schema.ts';
const migrations = 'packages/server/migrations/*.sql';

/**
 * The area that owns each table according to `tables.ts`, and as faults the tables of migrations that neither
 * `tables.ts` nor the platform's schema lists.
 * @returns {{ owners: Map<string, string>, faults: string[] }}
 */
export const tableOwners = () => {
  const text = readFileSync(join(root, areaTables), 'utf8');
  /** @type {Map<string, string>} */
  const areaOfType = new Map();
  for (const [, types = '', area = ''] of text.matchAll(/import type \{([^}]*)\} from '\.\/areas\/([^/]+)\//g))
    for (const [type] of types.matchAll(/\w+/g)) areaOfType.set(type, area);
  const listed = text.matchAll(/^ +(\w+): (\w+);$/gm);
  const owners = new Map([...listed].map(([, table = '', type = '']) => [table, areaOfType.get(type) ?? '']));

  const ofPlatform = readFileSync(join(root, platformTables), 'utf8').matchAll(/^ {2}(\w+): \w+;$/gm);
  const known = new Set([...owners.keys(), ...[...ofPlatform].map(([, table]) => table)]);
  const created = globSync(migrations, { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^create (?:unlogged )?table cfs\.(\w+)/gm)].map(
      ([, table = '']) => ({ file, table }),
    ),
  );
  const faults = created
    .filter(({ table }) => !known.has(table))
    .map(({ file, table }) => `${file}: list the table ${table} in ${areaTables} or ${platformTables}`);
  return { owners, faults };
};
