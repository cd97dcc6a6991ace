import { expect, test } from 'vitest';
import { createTimeSlices, nextSlice } from './time-slices.ts';

test('each turn of the event loop runs one slice, in the order of the requests', async () => {
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const given: { name: string; turn: number }[] = [];
  const note = (name: string) => () => given.push({ name, turn });
  const slices = createTimeSlices();
  await Promise.all([
    nextSlice().then(note('first')),
    slices.next().then(note('second')),
    nextSlice().then(note('third')),
    slices.next().then(note('fourth')),
  ]);
  isOver = true;
  expect(given.map(({ name }) => name)).toEqual(['first', 'second', 'third', 'fourth']);
  expect(new Set(given.map((each) => each.turn)).size).toBe(4);
});
