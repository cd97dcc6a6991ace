import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createPatternThread } from './pattern-thread.ts';

const task = { tests: [{ source: 'a+', text: 'aaa' }], deadlineMilliseconds: 1_000 } as const;

test('ends a thread without work, and starts another for the next task', async () => {
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
