import { openSpool } from '../spool.ts';

/** Appends packet after packet to the spool in the given directory and says each number once it is kept. */
const spool = await openSpool({ directory: process.argv[2] ?? '', segmentBytes: 1_000, onDrop: () => undefined });
for (let number = 1; ; number += 1) {
  const timestamp = new Date(number * 1_000).toISOString();
  await spool.append([{ entityId: '10000000-0000-4000-8000-000000000001', timestamp, message: { Value: number } }]);
  process.stdout.write(`${number}\n`);
}
