import { rm } from 'node:fs/promises';
import { lockDirectory } from '../first-run/directory-lock.ts';
import { stopOrphan } from '../first-run/embedded-database/orphan.ts';
import { prepareWorkplace } from '../first-run/embedded-database/workplace.ts';

// Runs next to a test run, connected to it by a pipe, and outlives it. However the run ends, the pipe closes; then this
// process stops the PostgreSQL that is left over, and removes its directory.
const [dataDirectory = ''] = process.argv.slice(2);

process.stdin.resume().once('end', () => void endDatabase());

async function endDatabase(): Promise<void> {
  const workplace = await prepareWorkplace(dataDirectory);
  await lockDirectory(`${workplace.cluster}.lock`, 5_000);
  await stopOrphan(workplace);
  await rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 });
}
