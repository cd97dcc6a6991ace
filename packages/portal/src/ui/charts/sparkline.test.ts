import { describe, expect, it } from 'vitest';
import { sparklinePath } from './sparkline.tsx';

describe('sparklinePath', () => {
  it('joins neighbours and bridges a short gap', () => {
    expect(sparklinePath([0, 50, 100], 1, 100)).toBe('M0.0 17.0L28.0 9.0L56.0 1.0');
    expect(sparklinePath([0, null, 100], 1, 100)).toBe('M0.0 17.0L56.0 1.0');
  });

  it('starts a new segment after a longer gap and draws a lone point as a dot', () => {
    expect(sparklinePath([0, null, 100], 0, 100)).toBe('M0.0 17.0h1M56.0 1.0h1');
  });

  it('clamps values to the height', () => {
    expect(sparklinePath([-10, 500], 1, 100)).toBe('M0.0 17.0L56.0 1.0');
    expect(sparklinePath([null, null], 1, 100)).toBe('');
  });
});
