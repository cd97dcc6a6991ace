import { describe, expect, test } from 'vitest';
import { holdRows } from './held-rows.ts';

interface Row {
  readonly id: string;
  readonly state: string;
}

const row = (id: string, state = 'New'): Row => ({ id, state });
const held = (before: readonly Row[], fresh: readonly Row[]) => holdRows(before, fresh, ({ id }) => id);

describe('rows under the pointer', () => {
  test('keep their places when the order changes', () => {
    expect(held([row('a'), row('b')], [row('b'), row('a')]).rows.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('show their news in place', () => {
    expect(held([row('a'), row('b')], [row('b', 'Closed'), row('a')]).rows).toEqual([row('a'), row('b', 'Closed')]);
  });

  test('are not pushed away by rows that arrive', () => {
    expect(held([row('a')], [row('c'), row('b'), row('a')])).toEqual({ rows: [row('a')], waiting: 2 });
  });

  test('stay when the server no longer lists them', () => {
    expect(held([row('a'), row('b')], [row('b')])).toEqual({ rows: [row('a'), row('b')], waiting: 0 });
  });
});
