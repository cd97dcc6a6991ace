import { chown, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartUpError } from '../../platform/start-up-error.ts';
import { errorCode } from '../../platform/error-code.ts';
import { explainPostgresFailure } from './postgres-failure.ts';
import { postgresMajor } from './postgres-binaries.ts';
import { runProgram } from './run-program.ts';
import type { Workplace } from './workplace.ts';

/** The superuser and the database of a new cluster. */
export const superuserName = 'postgres';
export const databaseName = 'cfs_portal';

/** The suffix of the directory of an incomplete cluster. */
const draftSuffix = '.new';

/**
 * Creates the cluster unless it exists.
 *
 * @throws StartUpError if the existing cluster is of another major version; it stays unchanged.
 */
export async function ensureCluster(workplace: Workplace, durable: boolean): Promise<void> {
  const version = await clusterVersion(workplace.cluster);
  if (version === undefined) await createCluster(workplace, durable);
  else if (version !== postgresMajor) {
    throw new StartUpError(
      `The database in ${workplace.cluster} is of PostgreSQL ${version}, but this version includes PostgreSQL ${postgresMajor}. ` +
        'Start the version that created it, or set another DATA_DIR.',
    );
  }
}

async function clusterVersion(cluster: string): Promise<string | undefined> {
  try {
    return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Creates the cluster under another name first, so that an incomplete one is never used. */
async function createCluster(workplace: Workplace, durable: boolean): Promise<void> {
  const draft = { ...workplace, cluster: `${workplace.cluster}${draftSuffix}` };
  await rm(draft.cluster, { recursive: true, force: true });
  try {
    await mkdir(draft.cluster, { mode: 0o700 });
    const { uid, gid } = workplace.user;
    if (uid !== undefined && gid !== undefined) await chown(draft.cluster, uid, gid);
    await must(draft, 'initdb', [
      ...['--pgdata', draft.cluster, '--username', superuserName, '--auth=trust', '--no-instructions'],
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      '--no-clean', // a failed cluster is removed below, after the reason has been determined
      ...(durable ? [] : ['--no-sync']),
    ]);
    await must(draft, 'postgres', ['--single', '-D', draft.cluster, 'postgres'], `create database ${databaseName};\n`);
    await rename(draft.cluster, workplace.cluster);
  } catch (error) {
    await rm(draft.cluster, { recursive: true, force: true });
    throw error;
  }
}

async function must(
  workplace: Workplace,
  program: 'initdb' | 'postgres',
  parameters: string[],
  input = '',
): Promise<void> {
  const { code, output } = await runProgram(workplace, program, parameters, input);
  if (code !== 0 || /^.*\b(ERROR|FATAL|PANIC):/m.test(output)) {
    const cluster = workplace.cluster.slice(0, -draftSuffix.length);
    throw await explainPostgresFailure(output, cluster, `${program} ended with ${code ?? 'a signal'}`);
  }
}
