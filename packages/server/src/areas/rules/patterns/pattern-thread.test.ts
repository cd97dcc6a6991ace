import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { createPatternThread } from './pattern-thread.ts';

const task = { tests: [{ source: 'a+', text: 'aaa' }], deadlineMilliseconds: 1_000 } as const;

test('aborts the task of a thread that ends, and starts another thread for the next task', async () => {
  const thread = createPatternThread();
  const started = once(process, 'worker');
  const verdicts = [thread.run('tenant', task), thread.run('tenant', task)];
  const [worker] = (await started) as [Worker];
  await worker.terminate();
  expect(await Promise.all(verdicts)).toMatchObject([{ kind: 'exceeded' }, { kind: 'answered', holds: [true] }]);
});

test('ends an idle thread, and starts another one for the next task', async () => {
  const thread = createPatternThread({ idleMilliseconds: 1 });
  for (let round = 0; round < 2; round += 1) {
    const started = once(process, 'worker');
    const verdict = thread.run('tenant', task);
    const [worker] = await started;
    const ended = once(worker as NodeJS.EventEmitter, 'exit');
    expect(await verdict).toMatchObject({ kind: 'answered', holds: [true] });
    await ended;
  }
});
