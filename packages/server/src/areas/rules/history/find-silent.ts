import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { findCreatedBlocks } from '../../blocks/read-entity-facts.ts';
import { findLastPackets, findSenders } from '../../packets/history/find-last-packets.ts';

/** An entity that an absence may be about. */
export interface SilentEntity {
  readonly entityId: string;
  /** The time of its last packet, or of the creation of its block. */
  readonly last: Date;
  readonly hasPacket: boolean;
  /** The device that sent its last packet. */
  readonly deviceId: string | null;
}

/**
 * The entities whose last packet is not after `sentUntil`, and the blocks that were created up to `createdUntil` and
 * have never sent.
 */
export const findSilent = async (
  db: ScopedDatabase,
  tenantId: string,
  sentUntil: Date,
  createdUntil: Date,
): Promise<SilentEntity[]> => {
  const senders = await findLastPackets(db, tenantId, sentUntil);
  const blocks = await findCreatedBlocks(db, tenantId, createdUntil);
  const sending = await findSenders(
    db,
    tenantId,
    blocks.map(({ entityId }) => entityId),
  );
  return [
    ...senders.map((each) => ({ ...each, hasPacket: true })),
    ...blocks
      .filter(({ entityId }) => !sending.has(entityId))
      .map((each) => ({ ...each, hasPacket: false, deviceId: null })),
  ];
};
