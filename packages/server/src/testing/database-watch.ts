import { rm } from 'node:fs/promises';
import { lockDirectory } from '../first-run/directory-lock.ts';
import { stopOrphan } from '../first-run/embedded-database/orphan.ts';
import { prepareWorkplace } from '../first-run/embedded-database/workplace.ts';

// Runs beside a test run, on a pipe from it, and outlives it: however the run dies, the pipe closes, and then the
// PostgreSQL that it left behind ends, together with its directory.
const [dataDirectory = ''] = process.argv.slice(2);

process.stdin.resume().once('end', () => void endDatabase());

async function endDatabase(): Promise<void> {
  const workplace = await prepareWorkplace(dataDirectory);
  await lockDirectory(`${workplace.cluster}.lock`, 5_000);
  await stopOrphan(workplace);
  await rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 });
}
