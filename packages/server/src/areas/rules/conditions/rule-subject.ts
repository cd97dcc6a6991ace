import type { PacketMessage } from '@cfs/contracts/packets';

/** What an Ingestion rule looks at: one packet and the entity that sent it. */
export interface RuleSubject {
  readonly tenantId: string;
  readonly entityId: string;
  readonly timestamp: Date;
  readonly message: PacketMessage;
  readonly deviceId: string | undefined;
  /** The entity's subscription and name, where it has a row of its own. */
  readonly subscriptionId: string | undefined;
  readonly entityName: string | undefined;
}
