import type { PacketMessage } from '@cfs/contracts/packets';
import type { Origin } from '../../platform/tracing/tracing.ts';
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
  /** The call that brought it, whose trace goes on in what the packet causes. */
  readonly origin?: Origin | undefined;
}

/** The rules that look at the packets of one ingest transaction, within it. */
export interface IngestRules {
  /**
   * Takes hold of the rules of the tenants until the transaction ends. It waits for nothing that storing the packets
   * does, so that both can be asked for together.
   */
  hold(db: ScopedDatabase, tenantIds: readonly string[]): Promise<HeldRules>;
}

/** Rules that stay as they are until the transaction ends. */
export interface HeldRules {
  /**
   * `added` is sorted by tenant and entity, those of one entity in the order of their arrival, of the tenants whose rules are held. Whatever this throws undoes the
   * transaction and has the batch tried again in halves, so it must leave no trace outside the database. An
   * `EvaluationPostponed` has the packets that it names wait, and the others tried again at once.
   */
  evaluate(context: Context, added: readonly AddedPacket[], budget?: EvaluationBudget): Promise<void>;
}

/** What evaluating rules may cost for the packets of one tenant while those of others wait for the same commit. */
export interface EvaluationBudget {
  /** Units of about 10 µs: packets of the history that are read, KiB of them, and processor time. */
  readonly most: number;
  /** Takes the tenants whose rules cost more. If something is still to be evaluated, their packets are postponed. */
  onExceeded(tenantIds: readonly string[]): void;
}

/** Rules need more time for some packets than a transaction may take. */
export class EvaluationPostponed extends Error {
  override readonly name = 'EvaluationPostponed';
  readonly packets: readonly Pick<AddedPacket, 'tenantId' | 'entityId'>[];
  /** Takes that time, outside of any transaction; afterwards the packets can be evaluated. */
  readonly settle: () => Promise<void>;

  constructor(packets: readonly Pick<AddedPacket, 'tenantId' | 'entityId'>[], settle: () => Promise<void>) {
    super('Rules need more time for some packets.');
    this.packets = packets;
    this.settle = settle;
  }
}
