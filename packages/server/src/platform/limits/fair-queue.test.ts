import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

const taken = (queue: ReturnType<typeof createFairQueue<string>>, isEligible?: (party: string) => boolean) => {
  const entries: string[] = [];
  for (let next = queue.take(isEligible); next; next = queue.take(isEligible)) entries.push(next.entry);
  return entries;
};

const queueOf = (...entries: readonly string[]) => {
  const queue = createFairQueue<string>();
  for (const entry of entries) queue.add(entry.charAt(0), entry);
  return queue;
};

test('the entries of one party are served in order', () => {
  expect(taken(queueOf('a1', 'a2', 'a3'))).toEqual(['a1', 'a2', 'a3']);
});

test('parties are served in turn, however many entries one has', () => {
  expect(taken(queueOf('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'))).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('a party that joins later waits for at most one entry of each other party', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1', 'b2');
  expect(queue.take()).toEqual({ party: 'a', entry: 'a1' });
  queue.add('c', 'c1');
  expect(taken(queue)).toEqual(['b1', 'a2', 'c1', 'b2', 'a3']);
});

test('a party that is not eligible keeps its place', () => {
  const queue = queueOf('a1', 'b1', 'b2');
  expect(taken(queue, (party) => party !== 'a')).toEqual(['b1', 'b2']);
  queue.add('b', 'b3');
  expect(queue.size).toBe(2);
  expect(taken(queue)).toEqual(['a1', 'b3']);
});

test('a removed entry is not served, and the removal of an unknown one is ignored', () => {
  const queue = queueOf('a1', 'a2', 'b1');
  queue.remove('a', 'a1');
  queue.remove('b', 'b1');
  queue.remove('c', 'c1');
  expect(queue.size).toBe(1);
  expect(queue.clear()).toEqual(['a2']);
  expect(queue.take()).toBeUndefined();
});
