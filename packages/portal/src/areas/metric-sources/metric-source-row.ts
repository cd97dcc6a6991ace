import type { MetricSample, MetricSource } from '@cfs/contracts/metric-sources';
import type { MetricSourceStatus } from '@cfs/contracts/metric-source-enumerations';
import type { Tone } from '../../ui/text/state-label.tsx';

export const metricSourceSet = '/v1/metricsources';

export const metricSourceTones: Readonly<Record<MetricSourceStatus, Tone>> = {
  Waiting: 'underway',
  Accepted: 'good',
  Ignored: 'muted',
};

/** Parses the sample: the first fields of a source's last call. It is not validated, because the server writes it. */
export const sampleOf = ({ sample }: MetricSource): readonly MetricSample[] => JSON.parse(sample) as MetricSample[];
