import { promisify } from 'node:util';
import { openSpool } from '../spool.ts';

/** Resolves once the pipe holds the text: a full pipe otherwise queues it in this process, and a kill discards it. */
const write = promisify((text: string, done: (error?: Error | null) => void) => process.stdout.write(text, done));

/** Appends packet after packet to the spool in the given directory and prints each number once it is kept. */
const spool = await openSpool({ directory: process.argv[2] ?? '', segmentBytes: 1_000, onDrop: () => undefined });
for (let number = 1; ; number += 1) {
  const timestamp = new Date(number * 1_000).toISOString();
  await spool.append([{ entityId: '10000000-0000-4000-8000-000000000001', timestamp, message: { Value: number } }]);
  await write(`${number}\n`);
}
