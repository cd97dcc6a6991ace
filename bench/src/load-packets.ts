import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { request } from 'undici';

/**
 * Creates the resource that the body describes, as an administrator of all tenants who acts in one. Resolves with the
 * response.
 */
const create = async (
  origin: string,
  path: string,
  { administrator, tenantId, body }: { administrator: string; tenantId: string; body: object },
): Promise<unknown> => {
  const response = await request(origin + path, {
    method: 'PUT',
    headers: { authorization: `Bearer ${administrator}`, 'x-tenant-id': tenantId, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.body.text();
  assert.ok(response.statusCode < 300, `PUT ${path}: ${response.statusCode} ${text}`);
  return JSON.parse(text);
};

/** Creates a tenant token for packets, with `canRead` also for lists. Resolves with its text. */
export const createPacketToken = async (
  origin: string,
  administrator: string,
  tenantId: string,
  { canRead = false } = {},
): Promise<string> => {
  const body = { name: 'Benchmark', lifetimeYears: 1, canRead };
  const created = await create(origin, '/v1/tokens', { administrator, tenantId, body });
  return (created as { generatedToken: string }).generatedToken;
};

/** Creates the rule of the benchmarks: a packet whose load is above 90 opens a match. */
export const createLoadRule = async (origin: string, administrator: string, tenantId: string): Promise<void> => {
  const body = {
    name: 'Benchmark: load above 90',
    ruleTypeId: 1,
    tenantId,
    matchLifetime: '00:05:00',
    conditions: [{ Type: 0, LeftOperand: 2, LeftOperandFieldName: 'Load', Operator: 3, RightOperand: '90' }],
    matchActions: [],
    expirationActions: [],
  };
  await create(origin, '/v1/rules', { administrator, tenantId, body });
};

/** The content of a packet: only a value, or metrics as well, one of which the rule evaluates. */
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
