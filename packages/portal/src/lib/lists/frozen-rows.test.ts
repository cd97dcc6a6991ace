import { describe, expect, test } from 'vitest';
import { freezeRows } from './frozen-rows.ts';

interface Row {
  readonly id: string;
  readonly state: string;
}

const row = (id: string, state = 'New'): Row => ({ id, state });
const held = (before: readonly Row[], fresh: readonly Row[]) => freezeRows(before, fresh, ({ id }) => id);

describe('frozen rows', () => {
  test('keep their order', () => {
    expect(held([row('a'), row('b')], [row('b'), row('a')]).rows.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('are updated in place', () => {
    expect(held([row('a'), row('b')], [row('b', 'Closed'), row('a')]).rows).toEqual([row('a'), row('b', 'Closed')]);
  });

  test('do not move for new rows', () => {
    expect(held([row('a')], [row('c'), row('b'), row('a')])).toEqual({ rows: [row('a')], newRowCount: 2 });
  });

  test('stay when the server no longer returns them', () => {
    expect(held([row('a'), row('b')], [row('b')])).toEqual({ rows: [row('a'), row('b')], newRowCount: 0 });
  });
});
