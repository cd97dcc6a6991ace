import type { TestDatabase } from './test-database.ts';

export interface StoredPacketRow {
  readonly value: string | null;
  readonly message: unknown;
  readonly timestamp: Date;
}

/** The packets of an entity in the history, sorted by time, bypassing every policy. */
export const storedPackets = (database: TestDatabase, entityId: string): Promise<StoredPacketRow[]> =>
  database.asOwner<StoredPacketRow>(
    `select cfs.packet_value(packet.number, packet.text) as value,
       cfs.packet_message(packet.number, packet.text, packet.message) as message, packet."timestamp"
     from cfs.packets_latest latest join cfs.packet_history packet using (tenant_id, series)
     where latest.entity_id = $1 order by packet."timestamp"`,
    [entityId],
  );
