import type { GeneratedAlways } from 'kysely';
import type { EntityRow } from '../../platform/odata/entity-row.ts';
import type { metricSourceEntity } from './metric-source-entity.ts';

/** A row of cfs.metric_sources. */
export type MetricSourceTable = EntityRow<typeof metricSourceEntity> & {
  tenant_id: string;
  /** SHA-256, in hexadecimal, of the protocol and the attributes or labels that identify the source. */
  source_key: string;
  search_text: GeneratedAlways<string>;
};
