import type { PacketMessage } from '@cfs/contracts/packets';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';

/**
 * When a packet came, measured against its own time: `current` within 5 minutes; `replayed` later, from an agent's
 * spool, to be looked at as if on time; `late` later from anybody else, to be stored and to change nothing.
 */
export type PacketTiming = 'current' | 'replayed' | 'late';

/** A packet that an ingest transaction has really added to the history. */
export interface AddedPacket {
  readonly tenantId: string;
  readonly entityId: string;
  readonly timestamp: Date;
  readonly receivedAt: Date;
  readonly message: PacketMessage;
  /** The device whose credential sent it; `undefined` for a tenant token. */
  readonly deviceId: string | undefined;
  readonly timing: PacketTiming;
}

/** Looks at the packets of one ingest transaction, within it. */
export interface IngestRules {
  /**
   * `added` is sorted by tenant, entity and time. Whatever this throws undoes the transaction and has the batch
   * tried again in halves, so it must leave no trace outside `db`.
   */
  evaluate(db: ScopedDatabase, context: Context, added: readonly AddedPacket[]): Promise<void>;
}
