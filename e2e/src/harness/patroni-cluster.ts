import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ordinaryUser } from '@cfs/server/first-run/embedded-database/ordinary-user';
import type { OwnPostgres } from '@cfs/server/testing/own-postgres';
import { expect } from 'vitest';
import { makeDataDirectory } from './data-directory.ts';
import { deployedFile } from './deployed-file.ts';
import { killTrees, startLoggedProgram, type LoggedProgram } from './logged-program.ts';

/**
 * Three database machines, each with etcd, Patroni and PostgreSQL, configured by the files of
 * `deploy/high-availability`.
 */
export interface PatroniCluster extends AsyncDisposable {
  /**
   * The beginning of the loopback addresses of all machines, such as `127.20.30.`, in place of `10.0.0.` in the files.
   */
  readonly network: string;
  /** The names of the members, as in the files. */
  readonly members: readonly string[];
  /** Runs SQL on the primary as its superuser. */
  run(...statements: readonly string[]): Promise<void>;
  /** The name of the primary according to Patroni of each member; `undefined` if there is none. */
  findPrimary(): Promise<string | undefined>;
  /** Resolves when there is a primary, a synchronous standby, and no member that is missing or on another timeline. */
  whole(): Promise<void>;
  /** Kills Patroni and PostgreSQL of a member at the same moment. */
  kill(member: string): Promise<void>;
  /** Starts Patroni of a member again. */
  start(member: string): Promise<void>;
  /** How many times members have rejoined by `pg_rewind`, and by a new copy, according to the log of Patroni. */
  rejoined(): Promise<{ readonly rewound: number; readonly copied: number }>;
}

const run = promisify(execFile);
const deployed = 'high-availability';
const machines = { pg1: 11, pg2: 12, pg3: 13 };
const database = 'cfs';
const isInstalled = (command: string, argument: string): Promise<boolean> =>
  run(command, [argument]).then(
    () => true,
    () => false,
  );

/** Whether Patroni and etcd are installed. */
export const hasPatroni = (await isInstalled('patroni', '--version')) && (await isInstalled('etcd', '--version'));

/** The standbys start as copies. */
const firstCopies = Object.keys(machines).length - 1;
const wholeLimits = { timeout: 240_000, interval: 250 };
const answerMilliseconds = 3_000;

interface Cluster {
  readonly members: readonly {
    readonly name: string;
    readonly role: string;
    readonly state: string;
    readonly timeline?: number;
    readonly lag?: number | string;
  }[];
}

/** Creates and starts the machines, then creates the database and its owner as described in the guide. */
export const startPatroniCluster = async ({ programs }: OwnPostgres): Promise<PatroniCluster> => {
  const directory = await makeDataDirectory('cfs-e2e-patroni-');
  const network = `127.${randomInt(1, 255)}.${randomInt(0, 255)}.`;
  const user = await ordinaryUser(directory.path);
  const names = Object.keys(machines) as (keyof typeof machines)[];
  const addressOf = (member: string): string => `${network}${machines[member as keyof typeof machines]}`;
  const at = (member: string, ...names: readonly string[]): string => join(directory.path, member, ...names);
  const etcds: LoggedProgram[] = [];
  const patronis = new Map<string, LoggedProgram>();

  const own = async (path: string): Promise<void> => {
    if (user.uid !== undefined && user.gid !== undefined) await chown(path, user.uid, user.gid);
  };
  const place = async (member: keyof typeof machines): Promise<void> => {
    await mkdir(at(member), { mode: 0o700 });
    await own(at(member));
    const patroni = await deployedFile(`${deployed}/patroni.yml`, [
      ['name: pg1', `name: ${member}`],
      [/((?:listen|connect_address): 10\.0\.0\.)11:/g, `$1${machines[member]}:`],
      // All machines of the test are the same one, and connect from the same address.
      [/10\.0\.0\.\d+\/32/g, '127.0.0.1/32'],
      ['10.0.0.', network],
      ['/usr/lib/postgresql/15/bin', programs],
      ['/var/lib/postgresql/15/cfs', at(member, 'data')],
      ['/var/lib/postgresql/', `${at(member)}/`],
      ['/var/run/postgresql', at(member)],
    ]);
    await writeFile(at(member, 'patroni.yml'), patroni, { mode: 0o600 });
    await own(at(member, 'patroni.yml'));
  };
  const startEtcd = async (member: keyof typeof machines): Promise<void> => {
    const text = await deployedFile(`${deployed}/etcd.default`, [
      ['ETCD_NAME=pg1', `ETCD_NAME=${member}`],
      [/^(ETCD_(?:LISTEN|ADVERTISE|INITIAL_ADVERTISE)_\w+=http:\/\/10\.0\.0\.)11:/gm, `$1${machines[member]}:`],
      ['10.0.0.', network],
    ]);
    const settings = Object.fromEntries(
      [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value]) => [name, value ?? '']),
    );
    etcds.push(
      await startLoggedProgram({
        command: 'etcd',
        parameters: [],
        logFile: join(directory.path, `${member}-etcd.log`),
        directory: at(member),
        environment: { ...settings, ETCD_DATA_DIR: at(member, 'etcd') },
        user,
      }),
    );
  };
  const start = async (member: string): Promise<void> => {
    patronis.set(
      member,
      await startLoggedProgram({
        command: 'patroni',
        parameters: [at(member, 'patroni.yml')],
        logFile: join(directory.path, `${member}.log`),
        directory: at(member),
        environment: { HOME: at(member) },
        user,
      }),
    );
  };
  const postmasterOf = async (member: string): Promise<number[]> => {
    const file = await readFile(at(member, 'data', 'postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number.parseInt(file, 10);
    return Number.isNaN(pid) ? [] : [pid];
  };
  const kill = async (member: string): Promise<void> => {
    const postmaster = await postmasterOf(member);
    const patroni = patronis.get(member);
    killTrees(...(patroni ? [patroni.pid] : []), ...postmaster);
    await patroni?.ended;
    patronis.delete(member);
  };
  const ask = (member: string, path: string): Promise<Response | undefined> =>
    fetch(`http://${addressOf(member)}:8008${path}`, { signal: AbortSignal.timeout(answerMilliseconds) }).catch(
      () => undefined,
    );
  const findPrimary = async (): Promise<string | undefined> => {
    const answers = await Promise.all(
      [...patronis.keys()].map(async (name) => [name, await ask(name, '/primary')] as const),
    );
    return answers.find(([, answer]) => answer?.status === 200)?.[0];
  };
  const runOn = async (base: string, statements: readonly string[]): Promise<void> => {
    const primary = await findPrimary();
    if (primary === undefined) throw new Error('There is no primary.');
    const commands = statements.flatMap((statement) => ['-c', statement]);
    await run('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', ...commands], {
      env: {
        PATH: process.env['PATH'] ?? '',
        PGHOST: addressOf(primary),
        PGUSER: 'postgres',
        PGPASSWORD: 'change-me-superuser',
        PGDATABASE: base,
      },
    });
  };
  const faults = async (): Promise<readonly string[]> => {
    const primary = await findPrimary();
    const answer = primary === undefined ? undefined : await ask(primary, '/cluster');
    if (!answer) return ['there is no primary'];
    const { members } = (await answer.json()) as Cluster;
    const leader = members.find(({ role }) => role === 'leader');
    const missing = names.filter((name) => !members.some((member) => member.name === name));
    return [
      ...missing.map((name) => `${name} is missing`),
      ...members.flatMap(({ name, state, timeline, lag, role }) => [
        ...(state === 'running' && timeline === leader?.timeline
          ? []
          : [`${name} is ${state} on ${timeline ?? 'no timeline'}`]),
        ...(role === 'leader' || Number(lag) < 1_048_576 ? [] : [`${name} lags by ${lag ?? '?'}`]),
      ]),
      ...(members.some(({ role }) => role === 'sync_standby') ? [] : ['there is no synchronous standby']),
    ];
  };

  const cluster: PatroniCluster = {
    network,
    members: names,
    run: (...statements) => runOn(database, statements),
    findPrimary,
    whole: () => expect.poll(faults, wholeLimits).toEqual([]),
    kill,
    start,
    async rejoined() {
      const logs = await Promise.all(names.map((name) => readFile(join(directory.path, `${name}.log`), 'utf8')));
      const count = (pattern: RegExp): number => logs.reduce((sum, log) => sum + [...log.matchAll(pattern)].length, 0);
      return {
        rewound: count(/pg_rewind exit code=0/g),
        copied: count(/replica has been created using basebackup/g) - firstCopies,
      };
    },
    async [Symbol.asyncDispose]() {
      for (const member of [...patronis.keys()]) await kill(member);
      killTrees(...etcds.map(({ pid }) => pid));
      await Promise.all(etcds.map(({ ended }) => ended));
      await directory[Symbol.asyncDispose]();
    },
  };
  try {
    for (const name of names) await place(name);
    for (const name of names) await startEtcd(name);
    for (const name of names) await start(name);
    await cluster.whole();
    await runOn('postgres', [
      `create role cfs_owner login createrole password 'change-me-owner'`,
      `create database ${database} owner cfs_owner`,
    ]);
    return cluster;
  } catch (error) {
    await cluster[Symbol.asyncDispose]();
    throw error;
  }
};
