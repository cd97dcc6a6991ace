import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Workplace } from './workplace.ts';

interface Outcome {
  /** The exit code, or null after a signal. */
  code: number | null;
  /** Both output streams, in the order of their arrival. */
  output: string;
}

/** The environment of PostgreSQL's programs, without variables that would select another server or language. */
export function programEnvironment(): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    LC_ALL: 'C',
    ...(process.env['SystemRoot'] === undefined ? {} : { SystemRoot: process.env['SystemRoot'] }),
  };
}

/** Runs one of PostgreSQL's programs; resolves when it has ended. */
export function runProgram(
  { programs, user }: Workplace,
  name: 'initdb' | 'pg_ctl' | 'postgres',
  parameters: readonly string[],
  input = '',
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(programs, name), parameters, { ...user, cwd: programs, env: programEnvironment() });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, output });
    });
    child.stdin.on('error', () => {}); // a program that ends before it has read all of its input reports the reason in its output
    child.stdin.end(input);
  });
}
