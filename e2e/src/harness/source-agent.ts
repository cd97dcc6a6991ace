import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SentPacket } from '@cfs/contracts/packets';
import type { Product } from './product.ts';
import { projectDirectory } from './project.ts';

/** An agent that runs from its sources, with a separate data directory. */
export interface SourceAgent extends AsyncDisposable {
  readonly name: string;
  /** Starts its process, with further options; the token is required before it has enrolled. */
  start(options?: { readonly token?: string; readonly words?: readonly string[] }): void;
  /** Resolves once its process has ended. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /**
   * The packets in its spool in the order of their creation, including those that the server has acknowledged. Complete
   * as long as the first segment exists, which holds 1 MiB.
   */
  spooled(): Promise<readonly SentPacket[]>;
  output(): string;
}

/** Creates the agent of a machine with this name, for the product, without starting it. */
export function createSourceAgent(
  { address }: Pick<Product, 'address'>,
  name: string,
  dataDirectory: string,
): SourceAgent {
  let child: ChildProcess | undefined;
  let output = '';
  const spool = join(dataDirectory, 'spool');

  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };

  return {
    name,
    start({ token, words = [] } = {}) {
      const program = join(projectDirectory, 'packages/agent/src/main.ts');
      const usual = ['--server', address, '--data', dataDirectory, '--name', name];
      child = spawn(process.execPath, [program, ...usual, ...words], {
        env: { PATH: process.env['PATH'], ...(token !== undefined && { CFS_AGENT_TOKEN: token }) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (piece: string) => (output += piece));
    },
    kill,
    async spooled() {
      const files = (await readdir(spool).catch(() => [])).filter((file) => file.endsWith('.ndjson')).sort();
      const texts = await Promise.all(files.map((file) => readFile(join(spool, file), 'utf8')));
      // A last line without a line break is still being written, or was cut off by a kill.
      return texts.flatMap((text) =>
        text
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line) as SentPacket),
      );
    },
    output: () => output,
    [Symbol.asyncDispose]: () => kill('SIGKILL'),
  };
}
