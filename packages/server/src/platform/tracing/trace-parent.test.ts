import { expect, it } from 'vitest';
import { readTraceParent, traceParentOf } from './trace-parent.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

it('reads what it writes', () => {
  for (const traceFlags of [0, 1]) {
    const span = { traceId, spanId, traceFlags };
    expect(readTraceParent(traceParentOf(span))).toEqual(span);
  }
});

it('ignores additional fields of a later version', () => {
  expect(readTraceParent(`01-${traceId}-${spanId}-03-more`)).toEqual({ traceId, spanId, traceFlags: 1 });
});

it.each([
  undefined,
  null,
  '',
  'x',
  `ff-${traceId}-${spanId}-01`,
  `00-${traceId}-${spanId}-01-more`,
  `00-${'0'.repeat(32)}-${spanId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `00-${traceId.toUpperCase()}-${spanId}-01`,
  `00-${traceId}-${spanId}`,
])('refuses %j', (text) => {
  expect(readTraceParent(text)).toBeUndefined();
});
