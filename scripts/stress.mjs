import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';

const LONGEST_SECONDS = 600;

if (isMainThread) {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
  const seconds = Number(values.seconds);
  if (!(seconds > 0 && seconds <= LONGEST_SECONDS)) {
    console.error(`--seconds takes a number above 0 and up to ${LONGEST_SECONDS}.`);
    process.exit(2);
  }
  const cores = availableParallelism();
  console.log(`Keeping ${cores} ${cores === 1 ? 'core' : 'cores'} busy for ${seconds} s. Ctrl-C ends it.`);
  for (let core = 0; core < cores; core += 1) {
    new Worker(fileURLToPath(import.meta.url), { workerData: Date.now() + seconds * 1000 });
  }
} else {
  while (Date.now() < workerData) for (let step = 0; step < 1_000_000; step += 1) Math.sqrt(step);
}
