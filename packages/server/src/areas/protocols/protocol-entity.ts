import { defineEntity } from '../../platform/odata/entity.ts';
import { tenantEdge } from '../tenants/tenant-edge.ts';

const timeSpanOf = (alias: string): string =>
  `case when ${alias}.timer_seconds >= 86400 then (${alias}.timer_seconds / 86400)::text || '.' else '' end || ` +
  `to_char(make_interval(secs => ${alias}.timer_seconds % 86400), 'HH24:MI:SS')`;

/** Protocols: a tenant's own and those that every tenant shares. */
export const protocolEntity = defineEntity({
  name: 'Protocol',
  set: 'protocols',
  table: 'protocols',
  key: 'protocolId',
  keyColumn: 'protocol_id',
  permission: ['WorkUnits.Protocols:view', 'WorkUnits:view'],
  reach: 'visible',
  shared: true,
  properties: {
    protocolId: { type: 'guid', sql: 'protocol_id', search: true },
    tenantId: { type: 'guid', sql: 'tenant_id', nullable: true },
    name: {
      type: 'string',
      sql: 'name',
      search: true,
      sort: { oneTenant: 'protocols_name', allTenants: 'protocols_name_all' },
    },
    description: { type: 'string', sql: 'description', nullable: true, search: true },
    timerInverval: {
      type: 'timeSpan',
      sql: timeSpanOf,
      filter: false,
      sort: false,
    },
    modified: { type: 'dateTimeOffset', sql: 'modified' },
    modifiedBy: { type: 'string', sql: 'modified_by' },
  },
  defaultOrder: [{ property: 'name' }],
  edges: { tenant: tenantEdge },
});
