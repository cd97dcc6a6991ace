import type { PacketMessage } from '@cfs/contracts/packets';
import type { Origin } from '../../../platform/tracing/tracing.ts';
import type { PacketTiming } from './added-packet.ts';
import type { StoredContent } from '../history/stored-content.ts';

/** A packet that has passed every check and waits to be stored. */
export interface IncomingPacket {
  readonly tenantId: string;
  /** In lower case. */
  readonly entityId: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly message: PacketMessage;
  readonly content: StoredContent;
  /** Estimated bytes of memory that it uses while it waits. */
  readonly weight: number;
  /** `Value` as text. */
  readonly value: string | null;
  readonly cpuPercent: number | null;
  readonly memoryPercent: number | null;
  readonly deviceId: string | undefined;
  readonly timing: PacketTiming;
  /** The call that sent it. */
  readonly origin?: Origin | undefined;
}

/** An agent's report of its clock and spool, sent with a batch. */
export interface SpoolReport {
  readonly tenantId: string;
  readonly deviceId: string;
  readonly clockOffset: number;
  readonly sequence: number;
  readonly oldestUnsent: Date | undefined;
}

/** The packets of one call, all of one tenant. */
export interface PacketSubmission {
  readonly packets: readonly IncomingPacket[];
  readonly spool: SpoolReport | undefined;
}

/** The outcome of a packet that passed every check and whose key is stored. */
export type StoredOutcome = 'added' | 'duplicate' | 'conflict';

/** The reasons why a packet that passed every check is not stored. */
export const rejectionReasons = {
  failed: 'could not be processed',
  'beyond-limit': 'the tenant has reached its limit of entities',
} as const;
type Rejection = keyof typeof rejectionReasons;

export type PacketOutcome = StoredOutcome | Rejection;

export const isRejection = (outcome: PacketOutcome): outcome is Rejection => Object.hasOwn(rejectionReasons, outcome);
