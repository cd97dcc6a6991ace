import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { startOtlpPeer, type OtlpPeer } from './platform/tracing/testing/otlp-peer.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const root = join(import.meta.dirname, '../../..');
const textOf = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

const rulesFile = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});
const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).optional() })),
});

/** Series that Prometheus itself creates for each target. */
const ownMetrics = new Set(['up']);
const keywords = new Set(['by', 'without', 'on', 'ignoring', 'and', 'or', 'unless', 'bool', 'offset', 'group_left']);

/** The metrics that an expression of PromQL reads; of histograms the name without its suffix. */
const metricsIn = (expression: string): string[] => {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '""')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  return [...bare.matchAll(/\b([a-z_][a-z0-9_]*)\b(?!\s*\()/gi)]
    .map(([name]) => name)
    .filter((name) => !keywords.has(name) && !ownMetrics.has(name))
    .map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
};

let receiver: OtlpPeer;
let server: TestServer;
let served: Set<string>;

beforeAll(async () => {
  receiver = await startOtlpPeer();
  server = await startTestServer({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url } });
  const { text } = await server.anonymous.get('/metrics');
  served = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name));
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

const alerts = async () =>
  rulesFile.parse(parse(await textOf('deploy/prometheus/cfs-portal.rules.yml'))).groups.flatMap(({ rules }) => rules);

describe('an expression', () => {
  it.each([
    ['sum by (lane) (rate(a_seconds_count{x=~"5.."}[5m])) / sum(b_total) > 0.2', ['a_seconds', 'b_total']],
    ['histogram_quantile(0.99, sum by (le) (rate(c_seconds_bucket[5m])))', ['c_seconds']],
  ])('reads the metrics of %s', (expression, metrics) => {
    expect(metricsIn(expression)).toEqual(metrics);
  });
});

it('the alert rules read metrics that the server has', async () => {
  const read = (await alerts()).flatMap(({ expr }) => metricsIn(expr));
  expect(read.length).toBeGreaterThan(10);
  expect(read.filter((name) => !served.has(name))).toEqual([]);
});

it('the dashboard reads metrics that the server has', async () => {
  const { panels } = dashboard.parse(JSON.parse(await textOf('deploy/grafana/cfs-portal.json')));
  const read = panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsIn(expr)));
  expect(read.length).toBeGreaterThan(20);
  expect(read.filter((name) => !served.has(name))).toEqual([]);
});

it('the guide explains every metric of the server but the defaults, and every alert', async () => {
  const guide = await textOf('docs/operating/observability.md');
  const own = [...served].filter((name) => !/^(?:process|nodejs)_/.test(name));
  expect(own.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  const headings = new Set([...guide.matchAll(/^### (\w+)$/gm)].map(([, name]) => name));
  const named = (await alerts()).map(({ alert }) => alert);
  expect(new Set(named)).toEqual(headings);
  for (const { alert, annotations } of await alerts())
    expect(annotations.runbook).toMatch(new RegExp(`observability\\.md#${alert.toLowerCase()}$`));
});
