import { openSpool } from '../spool.ts';

/**
 * Appends packets to the spool in the given directory until the disk is full, then three small ones. Prints the numbers
 * of those that were kept.
 */
const spool = await openSpool({ directory: process.argv[2] ?? '', onDrop: () => undefined });
const kept: number[] = [];
const append = async (number: number, padding: number): Promise<boolean> => {
  const timestamp = new Date(number * 1_000).toISOString();
  const message = { Value: number, Padding: 'x'.repeat(padding) };
  try {
    await spool.append([{ entityId: '10000000-0000-4000-8000-000000000001', timestamp, message }]);
    kept.push(number);
    return true;
  } catch {
    return false;
  }
};

let number = 1;
while (await append(number, 700)) number += 1;
for (const more of [1, 2, 3]) await append(number + more, 1);
process.stdout.write(JSON.stringify(kept));
