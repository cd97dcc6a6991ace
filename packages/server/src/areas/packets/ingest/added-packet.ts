import type { PacketMessage } from '@cfs/contracts/packets';
import type { Origin } from '../../../platform/tracing/tracing.ts';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';

/**
 * When a packet arrived, relative to its own time: `current` within 5 minutes; `replayed` later, from an agent's spool,
 * and evaluated by rules as if on time; `late` later from any other sender, and only stored.
 */
export type PacketTiming = 'current' | 'replayed' | 'late';

/** A packet that an ingest transaction has added to the history; neither a duplicate nor a conflict. */
export interface AddedPacket {
  readonly tenantId: string;
  readonly entityId: string;
  readonly timestamp: Date;
  readonly receivedAt: Date;
  readonly message: PacketMessage;
  /** The device whose credential sent it; `undefined` for a tenant token. */
  readonly deviceId: string | undefined;
  readonly timing: PacketTiming;
  /** The call that sent it; its trace continues in the work that the packet causes. */
  readonly origin?: Origin | undefined;
}

/** The rules that are evaluated on the packets of an ingest transaction, within the transaction. */
export interface IngestRules {
  /**
   * Holds the rules of the tenants unchanged until the transaction ends. It does not depend on the packets being
   * stored, so that both can run concurrently.
   */
  hold(db: ScopedDatabase, tenantIds: readonly string[]): Promise<HeldRules>;
}

/** Rules that do not change until the transaction ends. */
export interface HeldRules {
  /**
   * Evaluates the rules. `added` contains packets of the tenants whose rules are held, sorted by tenant and entity,
   * those of one entity in order of arrival. Any error rolls the transaction back and the batch is retried in halves,
   * so that the evaluation must have no effects outside the database. After an `EvaluationPostponed`, the packets that
   * it names wait and the others are retried at once.
   */
  evaluate(context: Context, added: readonly AddedPacket[], budget?: EvaluationBudget): Promise<void>;
}

/** The cost limit of evaluating rules for the packets of one tenant while those of others wait for the same commit. */
export interface EvaluationBudget {
  /** In units of about 10 µs: packets read from the history, KiB of them, and processor time. */
  readonly max: number;
  /** Called with the tenants whose rules cost more. If their evaluation is incomplete, their packets are postponed. */
  onExceeded(tenantIds: readonly string[]): void;
}

/** Thrown if rules need more time for some packets than a transaction may take. */
export class EvaluationPostponed extends Error {
  override readonly name = 'EvaluationPostponed';
  readonly packets: readonly Pick<AddedPacket, 'tenantId' | 'entityId'>[];
  /** Does the remaining work outside of any transaction; afterwards the packets can be evaluated. */
  readonly settle: () => Promise<void>;

  constructor(packets: readonly Pick<AddedPacket, 'tenantId' | 'entityId'>[], settle: () => Promise<void>) {
    super('Rules need more time for some packets.');
    this.packets = packets;
    this.settle = settle;
  }
}
