import { AggregatorRegistry, type Aggregator, type Registry } from 'prom-client';

/** The metrics of a process at a moment. */
export type MeasuredMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Aggregates the metrics of processes that start and end, as if they were one process. */
export interface SummedMetrics {
  /** Sums the current measurements of the running processes and the counters of ended ones. */
  sum(running: readonly MeasuredMetrics[]): Promise<string>;
  /** Keeps the last measured counters of an ended process, so that no counter decreases. */
  keep(ended: MeasuredMetrics): Promise<void>;
}

/** Takes the value of the worst process for metrics that prom-client would average or omit. */
const aggregatorOf = ({ name, aggregator }: MeasuredMetrics[number]): Aggregator => {
  if (/^nodejs_eventloop_lag(?:_p\d+)?_seconds$/.test(name)) return 'max';
  return name === 'process_start_time_seconds' ? 'min' : aggregator;
};

const aggregate = (measured: readonly MeasuredMetrics[]): Registry =>
  AggregatorRegistry.aggregate(
    measured.map((metrics) => metrics.map((metric) => ({ ...metric, aggregator: aggregatorOf(metric) }))),
  );

/** Whether a metric only grows: counters, and the counts of histograms. prom-client reports the types as texts. */
const isCounted = ({ type }: MeasuredMetrics[number]): boolean => ['counter', 'histogram'].includes(String(type));

export const createSummedMetrics = (): SummedMetrics => {
  let counted: Promise<MeasuredMetrics> = Promise.resolve([]);
  return {
    async sum(running) {
      return aggregate([...running, await counted]).metrics();
    },
    async keep(ended) {
      const before = counted;
      counted = before.then((known) => aggregate([known, ended.filter(isCounted)]).getMetricsAsJSON());
      await counted;
    },
  };
};
