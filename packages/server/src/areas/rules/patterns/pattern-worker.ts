import { parentPort } from 'node:worker_threads';
import { testPattern } from './test-pattern.ts';
import type { PatternTask, PatternVerdict } from './pattern-thread.ts';

const millisecondsOf = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1_000;
};

/** Measures processor time, so that a busy machine does not make patterns look slower. */
const run = ({ tests, deadlineMilliseconds }: PatternTask): PatternVerdict => {
  const began = process.threadCpuUsage();
  const holds: boolean[] = [];
  try {
    for (const { source, text } of tests) {
      holds.push(testPattern(source, text));
      const milliseconds = millisecondsOf(began);
      if (milliseconds > deadlineMilliseconds) return { kind: 'exceeded', milliseconds };
    }
  } catch {
    return { kind: 'invalid', milliseconds: millisecondsOf(began) };
  }
  return { kind: 'answered', holds, milliseconds: millisecondsOf(began) };
};

parentPort?.on('message', (task: PatternTask) => parentPort?.postMessage(run(task)));
