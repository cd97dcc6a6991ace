import { afterEach, describe, expect, it } from 'vitest';
import { startOpenTelemetry } from './open-telemetry.ts';
import { maxWaitingSpans } from './span-queue.ts';
import { startOtlpPeer, type OtlpPeer } from './testing/otlp-peer.ts';
import type { SpanReference, Tracing } from './tracing.ts';

const peers: OtlpPeer[] = [];
const tracings: Tracing[] = [];
const lines: { readonly level: string; readonly fields: object; readonly message: string }[] = [];
const log = {
  warn: (fields: object, message: string) => void lines.push({ level: 'warn', fields, message }),
  info: (fields: object, message: string) => void lines.push({ level: 'info', fields, message }),
};

const startPeer = async (port?: number): Promise<OtlpPeer> => {
  const peer = await startOtlpPeer(port);
  peers.push(peer);
  return peer;
};

const startTracing = (url: string, ratio = 1): Tracing => {
  const configuration = { url: `${url}/v1/traces`, headers: { 'x-key': 'k y' }, ratio, serviceName: 'portal' };
  const tracing = startOpenTelemetry(configuration, log);
  tracings.push(tracing);
  return tracing;
};

afterEach(async () => {
  await Promise.all(tracings.splice(0).map((tracing) => tracing.close()));
  await Promise.all(peers.splice(0).map((peer) => peer.close()));
  lines.length = 0;
});

const endMany = (tracing: Tracing, count: number): void => {
  for (let number = 0; number < count; number += 1) tracing.start('many').end();
};

/** The spans of one export in progress, and the waiting ones. */
const kept = 512 + maxWaitingSpans;

describe('a span', () => {
  it('is exported with its parent, its links, its attributes and the type of its error', async () => {
    const peer = await startPeer();
    const tracing = startTracing(peer.url);
    const parent = tracing.start('parent', { kind: 'server' });
    const other = tracing.start('other');
    const child = tracing.start('child', {
      parent: parent.reference,
      links: [other.reference],
      attributes: { 'cfs.text': 'one', 'cfs.number': 2, 'cfs.absent': undefined },
    });
    child.set({ 'cfs.flag': true });
    child.end('ETIMEDOUT');
    other.end();
    parent.end();
    await tracing.close();
    expect(peer.headers()).toMatchObject({ 'x-key': 'k y', 'content-type': 'application/x-protobuf' });
    expect(peer.spans.map(({ name }) => name).toSorted()).toEqual(['child', 'other', 'parent']);
    expect(peer.spans.find(({ name }) => name === 'child')).toEqual({
      traceId: parent.reference.traceId,
      spanId: child.reference.spanId,
      parentSpanId: parent.reference.spanId,
      name: 'child',
      attributes: { 'cfs.text': 'one', 'cfs.number': 2, 'cfs.flag': true, 'error.type': 'ETIMEDOUT' },
      isError: true,
      links: [other.reference.spanId],
    });
    expect(tracing.counts).toEqual({ exported: 3, dropped: 0 });
  });

  it('is sampled if its parent is, whatever the ratio', async () => {
    const peer = await startPeer();
    const remote = (traceFlags: number): SpanReference => ({
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      spanId: '00f067aa0ba902b7',
      traceFlags,
    });
    const none = startTracing(peer.url, 0);
    expect(none.start('begun here').reference.traceFlags).toBe(0);
    none.start('recorded', { parent: remote(1) }).end();
    const all = startTracing(peer.url, 1);
    all.start('not recorded', { parent: remote(0) }).end();
    await none.close();
    await all.close();
    expect(peer.spans.map(({ name }) => name)).toEqual(['recorded']);
  });
});

describe('a receiver', () => {
  it('that is down leads to the loss of spans beyond the queue, and is logged once', async () => {
    const peer = await startPeer();
    const { url } = peer;
    await peer.close();
    const tracing = startTracing(url);
    endMany(tracing, 5_000);
    expect(tracing.counts).toEqual({ exported: 0, dropped: 5_000 - kept });
    expect(lines.map(({ level }) => level)).toEqual(['warn']);
  });

  it('that never responds does not prevent the server from stopping', async () => {
    const peer = await startPeer();
    peer.status = undefined;
    const tracing = startTracing(peer.url);
    endMany(tracing, 5_000);
    await tracing.close();
    expect(tracing.counts).toEqual({ exported: 0, dropped: 5_000 - kept });
    expect(lines.map(({ level }) => level)).toEqual(['warn']);
  });

  it('that rejects spans is logged once, and again when it accepts spans', async () => {
    const peer = await startPeer();
    peer.status = 400;
    const tracing = startTracing(peer.url);
    endMany(tracing, 512);
    await expect.poll(() => tracing.counts.dropped).toBe(512);
    endMany(tracing, 512);
    await expect.poll(() => tracing.counts.dropped).toBe(1_024);
    peer.status = 200;
    endMany(tracing, 512);
    await expect.poll(() => tracing.counts.exported).toBe(512);
    expect(lines.map(({ level }) => level)).toEqual(['warn', 'info']);
  });
});
