import { defineEntity } from '../../platform/odata/entity.ts';

/** The permissions to view packets, which are shown with devices and blocks, too. */
export const packetReaders = ['Packets:view', 'Devices:view', 'Blocks:view'] as const;

/** A text of the group Properties of the latest packet, of at most 100 characters. */
const propertyOfMessage = (name: 'ValueName' | 'Unit', description: string) =>
  ({
    type: 'string',
    sql: (alias: string) =>
      `(select left(history.message::json -> 'Properties' ->> '${name}', 100) from packet_history history ` +
      `where history.series = ${alias}.series and history."timestamp" = ${alias}."timestamp")`,
    nullable: true,
    filter: false,
    sort: false,
    description,
  }) as const;

/** The latest packet of each entity; its message is read from the history. */
export const packetEntity = defineEntity({
  name: 'Packet',
  description: 'The latest packet of an entity.',
  set: 'packets',
  table: 'packets_latest',
  key: 'entityId',
  keyColumn: 'entity_id',
  permission: packetReaders,
  reach: 'visible',
  properties: {
    entityId: { type: 'guid', sql: 'entity_id' },
    tenantId: { type: 'guid', sql: 'tenant_id', sort: false },
    timestamp: { type: 'dateTimeOffset', sql: 'timestamp', sort: true },
    receivedTimestamp: { type: 'dateTimeOffset', sql: 'received_at', sort: true },
    message: {
      type: 'json',
      sql: (alias) =>
        `(select packet_message(history.number, history.text, history.message)::text from packet_history history ` +
        `where history.series = ${alias}.series and history."timestamp" = ${alias}."timestamp")`,
      nullable: true,
      filter: false,
      sort: false,
    },
    value: { type: 'string', sql: 'value', nullable: true, sort: false },
    valueName: propertyOfMessage('ValueName', 'What the value is: `Properties.ValueName` of the message'),
    unit: propertyOfMessage('Unit', 'The unit of the value: `Properties.Unit` of the message'),
    cpuPercent: { type: 'double', sql: 'cpu_percent', nullable: true, sort: true },
    memoryPercent: { type: 'double', sql: 'memory_percent', nullable: true, sort: true },
  },
  edges: {},
});
