import { describe, expect, it } from 'vitest';
import { otlpSource, prometheusSource } from './source-identity.ts';

const otlp = (attributes: Record<string, string>) => otlpSource(new Map(Object.entries(attributes)));
const prometheus = (labels: Record<string, string>) => prometheusSource(new Map(Object.entries(labels)));

describe('otlpSource', () => {
  it('names the service with its namespace and instance', () => {
    const source = otlp({ 'service.namespace': 'shop', 'service.name': 'cart', 'service.instance.id': 'one' });
    expect(source).toMatchObject({
      name: 'shop/cart (one)',
      identity: 'service.namespace=shop, service.name=cart, service.instance.id=one',
    });
  });

  it('uses the host in place of an absent instance or service', () => {
    expect(otlp({ 'service.name': 'cart', 'host.name': 'srv1' })?.name).toBe('cart (srv1)');
    expect(otlp({ 'host.name': 'srv1' })?.name).toBe('srv1');
    expect(otlp({ 'service.name': 'cart' })?.name).toBe('cart');
  });

  it('ignores other attributes, and returns undefined without service and host', () => {
    const source = otlp({ 'service.name': 'cart', 'telemetry.sdk.version': '1' });
    expect(source?.key).toBe(otlp({ 'service.name': 'cart', 'telemetry.sdk.version': '2' })?.key);
    expect(otlp({ 'service.instance.id': 'one', 'service.name': '' })).toBeUndefined();
  });

  it('replaces control and bidirectional formatting characters in the displayed text', () => {
    const source = otlp({ 'service.name': 'a\u0000b\u202ec\u2066d\ud800', 'service.instance.id': 'one' });
    expect(source).toMatchObject({
      name: 'a\ufffdb\ufffdc\ufffdd\ufffd (one)',
      identity: 'service.name=a\ufffdb\ufffdc\ufffdd\ufffd, service.instance.id=one',
    });
    expect(source?.key).not.toBe(otlp({ 'service.name': source?.name ?? '' })?.key);
  });

  it('returns different keys for sources with the same name', () => {
    const one = otlp({ 'service.namespace': 'a', 'service.name': 'b/c' });
    const other = otlp({ 'service.namespace': 'a/b', 'service.name': 'c' });
    expect(one?.name).toBe(other?.name);
    expect(one?.key).not.toBe(other?.key);
  });
});

describe('prometheusSource', () => {
  it('uses job and instance, or one of them', () => {
    expect(prometheus({ job: 'node', instance: 'srv1:9100' })).toMatchObject({
      name: 'node (srv1:9100)',
      identity: 'job=node, instance=srv1:9100',
    });
    expect(prometheus({ job: 'node' })?.name).toBe('node');
    expect(prometheus({ instance: '', region: 'x' })).toBeUndefined();
  });

  it('never returns the key of an OpenTelemetry source', () => {
    expect(prometheus({ job: 'a' })?.key).not.toBe(otlp({ 'service.name': 'a' })?.key);
  });
});
