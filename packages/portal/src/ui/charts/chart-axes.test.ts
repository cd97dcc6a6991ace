import { describe, expect, it } from 'vitest';
import { timeFormat, valueFloor } from './chart-axes.ts';

const at = (time: string, value: number | null = 1) => ({ time: new Date(`2026-01-01T${time}Z`), value });

describe('axes of a chart', () => {
  it('shows seconds for a history below ten minutes', () => {
    expect(timeFormat([at('10:00:00'), at('10:09:59')])).toBe('HH:mm:ss');
    expect(timeFormat([at('10:00:00'), at('10:10:00')])).toBe('HH:mm');
  });

  it('starts at zero for readings that may be percentages', () => {
    expect(valueFloor([at('10:00:00', 99.5), at('10:00:10', null), at('10:00:20', 100)])).toBe(0);
  });

  it('starts at the data for readings that cannot be percentages', () => {
    expect(valueFloor([at('10:00:00', 1_013), at('10:00:10', 1_014)])).toBeUndefined();
    expect(valueFloor([at('10:00:00', -4), at('10:00:10', 3)])).toBeUndefined();
  });
});
