import type { MetricSource } from '@cfs/contracts/metric-sources';
import { toWire } from '../../platform/odata/wire-form.ts';
import type { EntityRow } from '../../platform/odata/entity-row.ts';
import { metricSourceEntity } from './metric-source-entity.ts';

/** A metric source in its wire form. */
export const toMetricSource = (row: EntityRow<typeof metricSourceEntity>): MetricSource =>
  toWire(metricSourceEntity, row);
