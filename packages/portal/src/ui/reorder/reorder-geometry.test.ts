import { expect, test } from 'vitest';
import { displacements, dropIndex, moved } from './reorder-geometry.ts';

const boxes = [
  { top: 0, height: 40 },
  { top: 48, height: 60 },
  { top: 116, height: 40 },
];

test.each([
  [0, 2, ['two', 'three', 'one']],
  [2, 0, ['three', 'one', 'two']],
  [1, 1, ['one', 'two', 'three']],
  [7, 0, ['one', 'two', 'three']],
])('an item is moved from %i to %i', (from, to, expected) => {
  expect(moved(['one', 'two', 'three'], from, to)).toEqual(expected);
});

test.each([
  [0, 0, 0],
  [0, 57, 0],
  [0, 59, 1],
  [0, 500, 2],
  [2, -59, 1],
  [2, -500, 0],
])('item %i dragged by %i px drops at %i', (from, distance, expected) => {
  expect(dropIndex(boxes, from, distance)).toBe(expected);
});

test('the items in between are displaced by the height of the held item and a gap', () => {
  expect(displacements(boxes, 0, 2)).toEqual([116, -48, -48]);
  expect(displacements(boxes, 2, 0)).toEqual([48, 48, -116]);
  expect(displacements(boxes, 1, 1)).toEqual([0, 0, 0]);
});
