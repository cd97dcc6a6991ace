import { metricProtocols, metricSourceStatuses } from '@cfs/contracts/metric-source-enumerations';
import { defineEntity } from '../../platform/odata/entity.ts';

/** Senders of metrics of the request's tenant. */
export const metricSourceEntity = defineEntity({
  name: 'MetricSource',
  description: 'A sender of OpenTelemetry metrics or of Prometheus remote write.',
  set: 'metricsources',
  table: 'metric_sources',
  key: 'metricSourceId',
  keyColumn: 'metric_source_id',
  permission: 'MetricSources:view',
  reach: 'context',
  defaultOrder: [{ property: 'name' }],
  properties: {
    metricSourceId: { type: 'guid', sql: 'metric_source_id' },
    protocol: { type: 'int32', sql: 'protocol', enumeration: metricProtocols, sort: true },
    name: { type: 'string', sql: 'name', sort: true, search: true },
    identity: {
      type: 'string',
      sql: 'identity',
      sort: false,
      search: true,
      description: 'The attributes or labels that identify it, as key=value separated by commas.',
    },
    status: {
      type: 'int32',
      sql: 'status',
      enumeration: metricSourceStatuses,
      sort: true,
      description: 'Waiting, Accepted or Ignored; only what accepted sources send becomes packets.',
    },
    entityId: { type: 'guid', sql: 'entity_id', nullable: true, sort: false },
    valueField: {
      type: 'string',
      sql: 'value_field',
      nullable: true,
      sort: false,
      description: 'The field that is the Value of its packets.',
    },
    fieldCount: { type: 'int32', sql: 'field_count', sort: true },
    sample: {
      type: 'json',
      sql: 'sample',
      filter: false,
      description: 'The first fields of its last call by name, with their values.',
    },
    firstSeen: { type: 'dateTimeOffset', sql: 'first_seen', sort: true },
    lastSeen: { type: 'dateTimeOffset', sql: 'last_seen', sort: true, description: 'Exact to the minute.' },
  },
  edges: {},
});
