import type { MetricSample, MetricSource } from '@cfs/contracts/metric-sources';
import type { MetricSourceStatus } from '@cfs/contracts/metric-source-enumerations';
import type { Tone } from '../../ui/text/state-label.tsx';

export const metricSourceSet = '/v1/metricsources';

export const metricSourceTones: Readonly<Record<MetricSourceStatus, Tone>> = {
  Waiting: 'underway',
  Accepted: 'good',
  Ignored: 'muted',
};

/** The first fields of a source's last call. The server writes the text. */
export const sampleOf = ({ sample }: MetricSource): readonly MetricSample[] => JSON.parse(sample) as MetricSample[];
