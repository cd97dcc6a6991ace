import { expect, test } from 'vitest';
import { moveIn } from './checklist-queries.ts';

const abcd = ['a', 'b', 'c', 'd'];

test.each([
  [['b', 'a', 'c', 'd'], { id: 'b', position: 0 }],
  [['b', 'c', 'd', 'a'], { id: 'a', position: 3 }],
  [['d', 'a', 'b', 'c'], { id: 'd', position: 0 }],
  [['a', 'c', 'd', 'b'], { id: 'b', position: 3 }],
  [['a', 'b', 'd', 'c'], { id: 'd', position: 2 }],
  [abcd, undefined],
])('moveIn of the order %j returns %j', (after, move) => {
  expect(moveIn(abcd, after)).toEqual(move);
});
