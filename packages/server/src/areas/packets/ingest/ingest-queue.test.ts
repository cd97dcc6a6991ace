import { describe, expect, it, vi } from 'vitest';
import type { IncomingPacket } from './incoming-packet.ts';
import { createIngestQueue, type CallPart, type QueuedCall } from './ingest-queue.ts';

const packetOf = (tenantId: string, weight: number): IncomingPacket => ({
  tenantId,
  entityId: tenantId,
  time: 0,
  message: {},
  content: { number: null, text: null, message: '{}' },
  weight,
  value: null,
  cpuPercent: null,
  memoryPercent: null,
  deviceId: undefined,
  timing: 'current',
});

const callOf = (tenantId: string, count: number, weight = 100): QueuedCall => ({
  tenantId,
  submission: { packets: Array.from({ length: count }, () => packetOf(tenantId, weight)), spool: undefined },
  outcomes: [],
  resolve: () => undefined,
  reject: () => undefined,
});

const countsOf = (parts: readonly CallPart[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { call, packets } of parts) counts[call.tenantId] = (counts[call.tenantId] ?? 0) + packets.length;
  return counts;
};

describe('the queue of packets', () => {
  it('fills a commit with packets of one tenant if no other waits', () => {
    const queue = createIngestQueue();
    queue.add(callOf('a', 6_000));
    expect(countsOf(queue.take())).toEqual({ a: 5_000 });
    expect(countsOf(queue.take())).toEqual({ a: 1_000 });
    expect(queue.isEmpty).toBe(true);
  });

  it('withdraws the calls of a tenant, with the remaining packets of a partly taken call', () => {
    const queue = createIngestQueue();
    const resolve = vi.fn<QueuedCall['resolve']>();
    const [begun, untouched] = [{ ...callOf('a', 3), resolve }, callOf('a', 10)];
    for (const call of [begun, untouched, callOf('b', 1)]) queue.add(call);
    const parts = queue.take(3);
    expect(countsOf(parts)).toEqual({ a: 2, b: 1 });
    queue.release(parts);
    begun.outcomes.push('added', 'duplicate');
    const [rest, ...others] = queue.withdraw('a');
    expect(others).toEqual([untouched]);
    expect(rest?.submission.packets).toEqual(begun.submission.packets.slice(2));
    rest?.resolve(['conflict']);
    expect(resolve).toHaveBeenCalledWith(['added', 'duplicate', 'conflict']);
    expect(queue.withdraw('a')).toEqual([]);
    expect(queue.withdraw('c')).toEqual([]);
    expect([queue.load().packets, queue.load('a').packets, queue.isEmpty, queue.isUrgent]).toEqual([0, 0, true, false]);
  });

  it('takes packets of every tenant into each commit', () => {
    const queue = createIngestQueue();
    for (let each = 0; each < 5; each += 1) queue.add(callOf('a', 10_000));
    queue.add(callOf('b', 1));
    queue.add(callOf('c', 4_000));
    expect(countsOf(queue.take())).toEqual({ a: 2_500, b: 1, c: 2_499 });
    expect(countsOf(queue.take())).toEqual({ a: 3_499, c: 1_501 });
  });

  it('starts with the tenants that were not served yet', () => {
    const queue = createIngestQueue();
    const tenants = Array.from({ length: 30 }, (_, at) => `t${at}`);
    for (const tenant of tenants) queue.add(callOf(tenant, 500));
    const served = [queue.take(), queue.take()].flatMap((parts) => Object.keys(countsOf(parts)));
    expect(served.slice(0, 30)).toEqual(tenants);
  });

  it('limits a commit by the weight of its packets', () => {
    const queue = createIngestQueue();
    queue.add(callOf('a', 100, 1024 * 1024));
    expect(countsOf(queue.take())).toEqual({ a: 2 });
    queue.add(callOf('b', 3));
    expect(countsOf(queue.take())).toEqual({ a: 1, b: 3 });
  });

  it('counts packets that wait or are in flight until they are released or removed', () => {
    const queue = createIngestQueue();
    queue.add(callOf('a', 6_000));
    const parts = queue.take();
    expect(queue.load('a')).toMatchObject({ packets: 6_000, weight: 600_000 });
    queue.release(parts);
    expect(queue.load()).toMatchObject({ packets: 1_000, weight: 100_000 });
    queue.remove(new Set(parts.map((part) => part.call)));
    expect([queue.load(), queue.load('a')]).toMatchObject([{ packets: 0 }, { packets: 0 }]);
    expect(queue.take()).toEqual([]);
  });
});
