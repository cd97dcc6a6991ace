import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartUpError } from '../../platform/start-up-error.ts';
import { errorCode } from '../../platform/error-code.ts';
import { mayEnter, ordinaryUser, type RunAs } from './ordinary-user.ts';
import { completeBinaries, copyBinaries, packagedBinaries } from './postgres-binaries.ts';

/** The directories and the user of PostgreSQL. */
export interface Workplace {
  /** The directory of the programs `initdb`, `pg_ctl` and `postgres`. */
  programs: string;
  /** PostgreSQL's own data directory; it may not exist yet. */
  cluster: string;
  user: RunAs;
}

/** The place for clusters if the server runs as root and its data directory is in one that only root may enter. */
const openLocation = '/var/lib/cfs-portal';

/**
 * Determines the location of the cluster of `dataDirectory` and makes the programs usable there. Usually the cluster is
 * in `dataDirectory` itself, with the programs of node_modules. If the server runs as root, PostgreSQL runs as an
 * ordinary user; if that user may not enter `dataDirectory`, the cluster is in another location, which the file
 * `postgresql.location` names.
 */
export async function prepareWorkplace(dataDirectory: string): Promise<Workplace> {
  await mkdir(dataDirectory, { recursive: true });
  const pointer = join(dataDirectory, 'postgresql.location');
  const pointed = await readPointer(pointer);
  let location = pointed ?? dataDirectory;
  const user = await ordinaryUser(join(location, 'postgresql'));
  if (pointed === undefined && !mayEnter(user, dataDirectory)) {
    location = await makeOpenLocation();
    await writeFile(pointer, `${location}\n`, { mode: 0o600 });
  }
  return { programs: await usablePrograms(location, user), cluster: join(location, 'postgresql'), user };
}

/** Resolves with the path of the cluster of `dataDirectory`, assuming that one was created. */
export async function clusterOf(dataDirectory: string): Promise<string> {
  const pointed = await readPointer(join(dataDirectory, 'postgresql.location'));
  return join(pointed ?? dataDirectory, 'postgresql');
}

async function readPointer(pointer: string): Promise<string | undefined> {
  try {
    return (await readFile(pointer, 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function makeOpenLocation(): Promise<string> {
  const location = join(openLocation, randomUUID());
  await mkdir(location, { recursive: true });
  for (const directory of [dirname(location), location]) await chmod(directory, 0o711);
  return location;
}

async function usablePrograms(location: string, user: RunAs): Promise<string> {
  const { directory, name } = await packagedBinaries();
  const inPlace = await completeBinaries(directory);
  if (inPlace && mayEnter(user, ...['bin', 'lib', 'share'].map((part) => join(directory, part)))) {
    return join(directory, 'bin');
  }
  const copy = join(location, name);
  await copyBinaries(directory, copy);
  if (!mayEnter(user, copy))
    throw new StartUpError(`User ${user.uid}, under which PostgreSQL runs, has no access to ${copy}.`);
  return join(copy, 'bin');
}
