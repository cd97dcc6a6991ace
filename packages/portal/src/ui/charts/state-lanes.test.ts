import type { ChartState } from '@cfs/contracts/packet-charts';
import { describe, expect, it } from 'vitest';
import { lanesOf, stateLabel } from './state-lanes.ts';

const state = (value: string, changes = 1): ChartState => ({
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-01-01T01:00:00.000Z',
  value,
  changes,
});

describe('lanes of states', () => {
  it('are one for each text, in the order of their first appearance', () => {
    expect(
      lanesOf([state('up'), state('down'), state('up')], 5).map(({ label, states }) => [label, states.length]),
    ).toEqual([
      ['up', 2],
      ['down', 1],
    ]);
  });

  it('are limited in number: the remaining texts share the last one', () => {
    const lanes = lanesOf(
      ['a', 'b', 'c', 'd'].map((value) => state(value)),
      3,
    );
    expect(lanes.map(({ label, states }) => [label, states.length])).toEqual([
      ['a', 1],
      ['b', 1],
      ['Others', 2],
    ]);
  });

  it('show in a band how many further texts it covers', () => {
    expect([stateLabel(state('up')), stateLabel(state('up', 3))]).toEqual(['up', 'up and 2 more']);
  });
});
