import { AggregatorRegistry, type Aggregator, type Registry } from 'prom-client';

/** The metrics of a process at a moment. */
export type MeasuredMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The metrics of processes that come and go, as those of one. */
export interface SummedMetrics {
  /** Sums what has been measured just now in the processes that run, and what ended processes have counted. */
  sum(running: readonly MeasuredMetrics[]): Promise<string>;
  /** Keeps what an ended process had counted when it was last measured, so that no counter falls. */
  keep(ended: MeasuredMetrics): Promise<void>;
}

/** Of the process that is worst off, where prom-client has the mean or nothing. */
const aggregatorOf = ({ name, aggregator }: MeasuredMetrics[number]): Aggregator => {
  if (/^nodejs_eventloop_lag(?:_p\d+)?_seconds$/.test(name)) return 'max';
  return name === 'process_start_time_seconds' ? 'min' : aggregator;
};

const aggregate = (measured: readonly MeasuredMetrics[]): Registry =>
  AggregatorRegistry.aggregate(
    measured.map((metrics) => metrics.map((metric) => ({ ...metric, aggregator: aggregatorOf(metric) }))),
  );

/** What grows alone: counters, and the counts of histograms. prom-client states the types as texts. */
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
