import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProgram, type ChildProgram } from './child-program.ts';
import type { SeededTenants } from './seed-work-units.ts';

/** Starts the floor (`floor.ts`) on a filled database. Its settings are written to the directory. */
export const startFloor = async (
  directory: string,
  settings: {
    readonly connectionString: string;
    readonly tenants: SeededTenants;
    /** Number of processes that serve; 1 by default. */
    readonly processes?: number;
  },
): Promise<{ readonly origin: string; readonly program: ChildProgram }> => {
  const { processes = 1 } = settings;
  const file = join(directory, `floor-${processes}.json`);
  await writeFile(file, JSON.stringify({ ...settings, processes }));
  const program = await startProgram({
    script: join(import.meta.dirname, 'floor.ts'),
    arguments: [file],
    environment: {},
    ready: 'Floor:',
  });
  const origin = program.lines.find((line) => line.startsWith('Floor:'))?.slice('Floor: '.length) ?? '';
  return { origin, program };
};
