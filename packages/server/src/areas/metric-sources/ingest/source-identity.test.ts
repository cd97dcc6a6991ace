import { describe, expect, it } from 'vitest';
import { otlpSource, prometheusSource } from './source-identity.ts';

const otlp = (attributes: Record<string, string>) => otlpSource(new Map(Object.entries(attributes)));
const prometheus = (labels: Record<string, string>) => prometheusSource(new Map(Object.entries(labels)));

describe('otlpSource', () => {
  it('is the service with namespace and instance', () => {
    const source = otlp({ 'service.namespace': 'shop', 'service.name': 'cart', 'service.instance.id': 'one' });
    expect(source).toMatchObject({
      name: 'shop/cart (one)',
      identity: 'service.namespace=shop, service.name=cart, service.instance.id=one',
    });
  });

  it('takes the host for an instance that is not named, and alone for a service', () => {
    expect(otlp({ 'service.name': 'cart', 'host.name': 'srv1' })?.name).toBe('cart (srv1)');
    expect(otlp({ 'host.name': 'srv1' })?.name).toBe('srv1');
    expect(otlp({ 'service.name': 'cart' })?.name).toBe('cart');
  });

  it('depends on no other attribute, and is none without service and host', () => {
    const source = otlp({ 'service.name': 'cart', 'telemetry.sdk.version': '1' });
    expect(source?.key).toBe(otlp({ 'service.name': 'cart', 'telemetry.sdk.version': '2' })?.key);
    expect(otlp({ 'service.instance.id': 'one', 'service.name': '' })).toBeUndefined();
  });

  it('has no control or bidirectional formatting characters in what is displayed', () => {
    const source = otlp({ 'service.name': 'a\u0000b\u202ec\u2066d\ud800', 'service.instance.id': 'one' });
    expect(source).toMatchObject({
      name: 'a\ufffdb\ufffdc\ufffdd\ufffd (one)',
      identity: 'service.name=a\ufffdb\ufffdc\ufffdd\ufffd, service.instance.id=one',
    });
    expect(source?.key).not.toBe(otlp({ 'service.name': source?.name ?? '' })?.key);
  });

  it('tells values apart that are written alike', () => {
    const one = otlp({ 'service.namespace': 'a', 'service.name': 'b/c' });
    const other = otlp({ 'service.namespace': 'a/b', 'service.name': 'c' });
    expect(one?.name).toBe(other?.name);
    expect(one?.key).not.toBe(other?.key);
  });
});

describe('prometheusSource', () => {
  it('is job and instance, or one of them', () => {
    expect(prometheus({ job: 'node', instance: 'srv1:9100' })).toMatchObject({
      name: 'node (srv1:9100)',
      identity: 'job=node, instance=srv1:9100',
    });
    expect(prometheus({ job: 'node' })?.name).toBe('node');
    expect(prometheus({ instance: '', region: 'x' })).toBeUndefined();
  });

  it('is never the same as an OpenTelemetry resource', () => {
    expect(prometheus({ job: 'a' })?.key).not.toBe(otlp({ 'service.name': 'a' })?.key);
  });
});
