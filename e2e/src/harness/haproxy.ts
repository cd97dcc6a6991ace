import { execFile } from 'node:child_process';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { deployedFile } from './deployed-file.ts';
import { killTrees, startLoggedProgram } from './logged-program.ts';

/** HAProxy of a portal's machine, configured by the file of `deploy/high-availability`. */
export interface Haproxy extends AsyncDisposable {
  /** Host of the portal with TLS. */
  readonly host: string;
  readonly port: number;
  /** The self-signed certificate of the public origin. */
  readonly certificate: string;
  /** The same certificate as a file. */
  readonly certificateFile: string;
  /** Host and port that are forwarded to the primary. */
  readonly database: string;
  /** The lines of its log. */
  readonly readLog: () => Promise<readonly string[]>;
}

const run = promisify(execFile);
const publicName = 'portal.example.com';
const securePort = 8443;

const accepts = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host);
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

/** Whether HAProxy and OpenSSL are installed. */
export const hasHaproxy = await Promise.all([run('haproxy', ['-v']), run('openssl', ['version'])]).then(
  () => true,
  () => false,
);

/** Starts HAProxy. `network` is the beginning of the machines' addresses. */
export const startHaproxy = async (directory: string, network: string): Promise<Haproxy> => {
  const at = (name: string): string => join(directory, name);
  const host = `${network}21`;
  const database = `${host}:5000`;
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2'],
    ...['-subj', `/CN=${publicName}`, '-addext', `subjectAltName=DNS:${publicName}`],
    ...['-keyout', at('key.pem'), '-out', at('certificate.pem')],
  ]);
  const certificate = await readFile(at('certificate.pem'), 'utf8');
  await writeFile(at('portal.pem'), certificate, { mode: 0o600 });
  await appendFile(at('portal.pem'), await readFile(at('key.pem')));
  const text = await deployedFile('high-availability/haproxy.cfg', [
    ['log /dev/log local0', 'log stdout format raw local0'],
    [/^ {4}(chroot|user|group|stats socket) .*\n/gm, ''],
    // The test machine may not allow that many open files.
    ['maxconn 20000', 'maxconn 2000'],
    ['bind :80\n', `bind ${host}:8081\n`],
    ['bind :443', `bind ${host}:${securePort}`],
    ['/etc/haproxy/portal.pem', at('portal.pem')],
    ['bind 127.0.0.1:5000', `bind ${database}`],
    ['10.0.0.', network],
  ]);
  await writeFile(at('haproxy.cfg'), text);
  await run('haproxy', ['-c', '-f', at('haproxy.cfg')]);
  const program = await startLoggedProgram({
    command: 'haproxy',
    parameters: ['-f', at('haproxy.cfg')],
    logFile: at('haproxy.log'),
    directory,
  });
  await expect.poll(() => accepts(host, securePort)).toBe(true);
  return {
    host,
    port: securePort,
    certificate,
    certificateFile: at('certificate.pem'),
    database,
    readLog: async () => (await readFile(at('haproxy.log'), 'utf8')).split('\n'),
    async [Symbol.asyncDispose]() {
      killTrees(program.pid);
      await program.ended;
    },
  };
};
