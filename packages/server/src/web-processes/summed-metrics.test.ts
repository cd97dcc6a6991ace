import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createSummedMetrics } from './summed-metrics.ts';

/** The metrics of a process with `calls` calls, each of which took `seconds`. */
const createProcess = (calls: number, seconds: number, lag: number, start: number): Registry => {
  const registers = [new Registry()];
  const help = 'Of a test.';
  new Counter({ name: 'calls_total', help, labelNames: ['limit'] as const, registers }).inc({ limit: 'calls' }, calls);
  const durations = new Histogram({ name: 'call_seconds', help, buckets: [1, 10], registers });
  for (let call = 0; call < calls; call += 1) durations.observe(seconds);
  new Gauge({ name: 'waiting', help, registers }).set(calls);
  new Gauge({ name: 'steps', help, registers, aggregator: 'max' }).set(calls);
  new Gauge({ name: 'nodejs_eventloop_lag_p99_seconds', help, registers, aggregator: 'average' }).set(lag);
  new Gauge({ name: 'process_start_time_seconds', help, registers, aggregator: 'omit' }).set(start);
  return registers[0] as Registry;
};

const seriesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

it('sums the metrics of processes, and keeps the counters of an ended one', async () => {
  const summed = createSummedMetrics();
  const [first, second] = [createProcess(3, 0.5, 0.2, 200), createProcess(2, 5, 0.1, 100)];
  const measured = () => Promise.all([first.getMetricsAsJSON(), second.getMetricsAsJSON()]);
  const counted = [
    'calls_total{limit="calls"} 5',
    'call_seconds_bucket{le="1"} 3',
    'call_seconds_bucket{le="10"} 5',
    'call_seconds_bucket{le="+Inf"} 5',
    'call_seconds_sum 11.5',
    'call_seconds_count 5',
  ];
  expect(seriesOf(await summed.sum(await measured()))).toEqual([
    ...counted,
    'waiting 5',
    'steps 3',
    'nodejs_eventloop_lag_p99_seconds 0.2',
    'process_start_time_seconds 100',
  ]);
  await summed.keep(await first.getMetricsAsJSON());
  expect(seriesOf(await summed.sum([await second.getMetricsAsJSON()]))).toEqual([
    ...counted,
    'waiting 2',
    'steps 2',
    'nodejs_eventloop_lag_p99_seconds 0.1',
    'process_start_time_seconds 100',
  ]);
  await summed.keep(await second.getMetricsAsJSON());
  const replaced = createProcess(1, 0.5, 0, 300);
  expect(seriesOf(await summed.sum([await replaced.getMetricsAsJSON()]))).toContain('calls_total{limit="calls"} 6');
});
