import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { deployedFile } from './deployed-file.ts';
import { killTrees } from './logged-program.ts';
import { projectDirectory } from './project.ts';
import { runServer, type ServerProcess } from './server-process.ts';

/** Processes of the portal that are restarted whenever they end, as by systemd. */
export interface PortalNodes extends AsyncDisposable {
  /** Starts a process of the role on the machine with this number. */
  add(name: string, role: 'web' | 'worker', machine: number): void;
  /** Kills it at once. */
  kill(name: string): void;
  /** Drains and stops it, as in an upgrade. */
  stop(name: string): void;
  /** The number of long polls of agents that the process holds. */
  agentsWaiting(name: string): Promise<number>;
  /** Whether the currently running process has reported that it is ready. */
  isReady(name: string): boolean;
  /** The number of times each message was logged as an error. */
  errors(): Readonly<Record<string, number>>;
  /** The last output of processes that had been ready and ended without being killed. */
  readonly collapses: readonly string[];
}

export interface PortalNodesOptions {
  readonly directory: string;
  readonly network: string;
  /** Host and port that are forwarded to the primary. */
  readonly database: string;
  readonly authority: string;
  readonly administrator: string;
}

/** `RestartSec` of the systemd unit. */
const restartMilliseconds = 2_000;
const webPort = 8080;
/** A line of the log at level error or fatal. */
const errorLine = /^\{"level":(?:50|60|"error"|"fatal"),.*"msg":"([^"]*)"/gm;

const wasReady = (node: ServerProcess): boolean => /^Ready: /m.test(node.output());

/** Prepares the files that the processes share, by the file of `deploy/high-availability`. */
export const createPortalNodes = async (options: PortalNodesOptions): Promise<PortalNodes> => {
  const at = (...names: readonly string[]): string => join(options.directory, ...names);
  await mkdir(at('content'));
  await writeFile(at('master.key'), randomBytes(32).toString('base64'), { mode: 0o600 });
  const running = new Map<string, ServerProcess>();
  const origins = new Map<string, string>();
  const killed = new Set<ServerProcess>();
  const outputs: string[] = [];
  const collapses: string[] = [];
  const loops: Promise<void>[] = [];
  let isOver = false;

  const configure = async (name: string, machine: number): Promise<string> => {
    const text = await deployedFile('high-availability/cfs.conf', [
      ['@127.0.0.1:5000/', `@${options.database}/`],
      ['/etc/cfs/master.key', at('master.key')],
      ['https://login.example.com/realms/operations', options.authority],
      ['ADMINISTRATORS=ada@example.com', `ADMINISTRATORS=${options.administrator}`],
      // The address from which HAProxy of the test connects.
      ['TRUSTED_PROXIES=10.0.0.21,10.0.0.22', 'TRUSTED_PROXIES=127.0.0.1'],
      ['HOST=10.0.0.21', `HOST=${options.network}${machine}`],
      ['s3://cfs-content', `file://${at('content')}`],
      [/^(S3_ENDPOINT|SMTP_URL)=.*\n/gm, ''],
      ['/var/lib/cfs', options.directory],
      ['/var/log/cfs/heads.jsonl', at('heads.jsonl')],
    ]);
    const file = at(`${name}.conf`);
    await writeFile(file, text, { mode: 0o600 });
    return file;
  };
  const keep = async (name: string, role: string, machine: number): Promise<void> => {
    const file = await configure(name, machine);
    while (!isOver) {
      const node = await runServer({
        dataDirectory: options.directory,
        port: webPort,
        environment: {
          NODE_ENV: 'production',
          CONFIG_FILE: file,
          ROLES: role,
          FEATURES: 'private-action-addresses',
        },
        program: process.execPath,
        parameters: [join(projectDirectory, 'packages/server/src/main.ts')],
      });
      running.set(name, node);
      await node.ended;
      running.delete(name);
      outputs.push(node.output());
      if (wasReady(node) && !killed.has(node) && !isOver) collapses.push(`${name}: ${node.output().slice(-2_000)}`);
      if (!isOver) await pause(restartMilliseconds);
    }
  };

  return {
    add(name, role, machine) {
      origins.set(name, `${options.network}${machine}:${webPort}`);
      loops.push(keep(name, role, machine));
    },
    kill(name) {
      const node = running.get(name);
      if (!node) return;
      killed.add(node);
      killTrees(node.pid);
      running.delete(name);
    },
    stop(name) {
      const node = running.get(name);
      if (!node) return;
      killed.add(node);
      node.signal('SIGTERM');
    },
    async agentsWaiting(name) {
      const answer = await fetch(`http://${origins.get(name)}/metrics`);
      return Number(/^agents_waiting (\d+)$/m.exec(await answer.text())?.[1]);
    },
    isReady(name) {
      const node = running.get(name);
      return node !== undefined && wasReady(node);
    },
    errors() {
      const counts: Record<string, number> = {};
      for (const output of [...outputs, ...[...running.values()].map((node) => node.output())])
        for (const [, message = ''] of output.matchAll(errorLine)) counts[message] = (counts[message] ?? 0) + 1;
      return counts;
    },
    collapses,
    async [Symbol.asyncDispose]() {
      isOver = true;
      killTrees(...[...running.values()].map(({ pid }) => pid));
      await Promise.all(loops);
    },
  };
};
