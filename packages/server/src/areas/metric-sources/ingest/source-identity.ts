import { createHash } from 'node:crypto';
import { metricProtocols } from '@cfs/contracts/metric-source-enumerations';
import type { SourceIdentity } from './metric-point.ts';
import { printable } from './printable.ts';

type Pair = readonly [key: string, value: string];

const longestName = 200;
const longestIdentity = 1_000;

const shorten = (text: string, length: number): string => {
  const clean = printable(text);
  return clean.length > length ? `${clean.slice(0, length - 1).toWellFormed()}…` : clean;
};

const identityOf = (protocol: number, name: string, pairs: readonly Pair[]): SourceIdentity => ({
  key: createHash('sha256')
    .update(JSON.stringify([protocol, ...pairs]))
    .digest('hex'),
  protocol,
  name: shorten(name, longestName),
  identity: shorten(pairs.map(([key, value]) => `${key}=${value}`).join(', '), longestIdentity),
});

/** Returns the attributes with these keys, in the order of the keys, except those with an empty value. */
const present = (attributes: ReadonlyMap<string, string>, keys: readonly string[]): Pair[] =>
  keys.flatMap((key): Pair[] => {
    const value = attributes.get(key);
    return value ? [[key, value]] : [];
  });

const nameOf = (main: string, instance: string | undefined): string =>
  instance === undefined ? main : `${main} (${instance})`;

/**
 * Returns the source that an OpenTelemetry resource describes: its `service.namespace`, `service.name` and
 * `service.instance.id`. `host.name` replaces an absent `service.instance.id`; without `service.name`, it is the only
 * attribute used. Returns `undefined` if both `service.name` and `host.name` are absent.
 */
export const otlpSource = (attributes: ReadonlyMap<string, string>): SourceIdentity | undefined => {
  const [service] = present(attributes, ['service.name']);
  const [host] = present(attributes, ['host.name']);
  if (!service) return host && identityOf(metricProtocols.OpenTelemetry, host[1], [host]);
  const namespace = present(attributes, ['service.namespace']);
  const [instance] = present(attributes, ['service.instance.id', 'host.name']);
  const main = [...namespace, service].map(([, value]) => value).join('/');
  return identityOf(metricProtocols.OpenTelemetry, nameOf(main, instance?.[1]), [
    ...namespace,
    service,
    ...(instance ? [instance] : []),
  ]);
};

/** Returns the source of a Prometheus series: its labels `job` and `instance`; `undefined` if both are absent. */
export const prometheusSource = (labels: ReadonlyMap<string, string>): SourceIdentity | undefined => {
  const pairs = present(labels, ['job', 'instance']);
  const [main, instance] = pairs;
  return main && identityOf(metricProtocols.Prometheus, nameOf(main[1], instance?.[1]), pairs);
};
