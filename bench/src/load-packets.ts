import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { request } from 'undici';

/** Creates the rule of the benchmarks: a packet whose load is above 90 opens a match. */
export const createLoadRule = async (product: string, administrator: string, tenantId: string): Promise<void> => {
  const response = await request(`${product}/v1/rules`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${administrator}`,
      'x-tenant-id': tenantId,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      name: 'Benchmark: load above 90',
      ruleTypeId: 1,
      tenantId,
      matchLifetime: '00:05:00',
      conditions: [{ Type: 0, LeftOperand: 2, LeftOperandFieldName: 'Load', Operator: 3, RightOperand: '90' }],
      matchActions: [],
      expirationActions: [],
    }),
  });
  const text = await response.body.text();
  assert.ok(response.statusCode < 300, text);
};

/** What a packet holds: a value alone, or metrics as well, one of which the rule looks at. */
export type Content = 'value' | 'metrics';

/** The time of a packet, in milliseconds since 1970, by its place among those of its entity. */
type TimeOf = (place: number) => number;

/** One millisecond apart, from a minute ago on. */
const sinceAMinute = (): TimeOf => {
  const start = Date.now() - 60_000;
  return (place) => start + place;
};

/** JSON of packets of 1,000 entities in round-robin order; `load` decides whether a rule matches. */
export const createPackets = (content: Content = 'metrics', timeOf: TimeOf = sinceAMinute()) => {
  const entities = Array.from({ length: 1_000 }, () => randomUUID());
  let made = 0;
  return (count: number, load = 20): string => {
    const packets = Array.from({ length: count }, () => {
      const at = made++;
      return {
        entityId: entities[at % entities.length],
        timestamp: new Date(timeOf(Math.floor(at / entities.length))).toISOString(),
        message:
          content === 'value'
            ? { Value: (at % 1_000) / 8 }
            : { Value: at % 100, Metrics: { Load: load, CpuPercent: at % 90, MemoryPercent: at % 70 } },
      };
    });
    return JSON.stringify(count === 1 ? packets[0] : packets);
  };
};
