import { join } from 'node:path';
import { startProgram } from './child-program.ts';
import { report } from './report.ts';

/** Seconds until `Ready`: in an empty directory, after a clean stop and after SIGKILL; and seconds of a stop. */
export const benchmarkStarts = async (options: {
  readonly root: string;
  readonly directory: string;
  readonly port: number;
}): Promise<void> => {
  const start = () =>
    startProgram({
      script: join(options.root, 'scripts/start.mjs'),
      environment: { DATA_DIR: join(options.directory, 'starts'), PORT: String(options.port) },
      ready: 'Ready:',
    });
  const seconds = (name: string, milliseconds: number): void => report({ name, value: milliseconds / 1000, unit: 's' });

  const first = await start();
  seconds('first start, already installed and built', first.readyAfter);
  seconds('stop', await first.stop());
  const second = await start();
  seconds('second start after a clean stop', second.readyAfter);
  await second.killServer();
  const third = await start();
  seconds('start after kill -9', third.readyAfter);
  await third.stop();
};
