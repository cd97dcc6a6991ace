import type { Generated, GeneratedAlways } from 'kysely';
import type { EntityRow } from '../../platform/odata/entity-row.ts';
import type { deviceEntity } from './device-entity.ts';

type DefaultedColumn = 'restart_agent_flag' | 'trace_minutes' | 'is_deleted' | 'clone_detected';

/** A row of cfs.devices. */
export type DeviceTable = Omit<EntityRow<typeof deviceEntity>, DefaultedColumn> & {
  restart_agent_flag: Generated<boolean>;
  trace_minutes: Generated<number>;
  is_deleted: Generated<boolean>;
  clone_detected: Generated<Date | null>;
  /** Incremented by every change that the agent must receive. */
  configuration_version: Generated<number>;
  /** Id of the transaction that last raised the version or deleted the device; set by a trigger. */
  changed_in: GeneratedAlways<number>;
  search_text: GeneratedAlways<string>;
};

/** A row of cfs.configuration_versions. */
export interface ConfigurationVersionTable {
  tenant_id: string;
  /**
   * Added to the configuration version of each device of the tenant; the row of the System tenant counts for every
   * tenant.
   */
  version: number;
  /** Id of the transaction that last raised the version; set by a trigger. */
  changed_in: GeneratedAlways<number>;
}

/** `refused` is final: the agent must enrol again with another key. */
export type AgentStatus = 'pending' | 'promoted' | 'refused';

export interface AgentCredentialTable {
  tenant_id: string;
  /** Id of the pending device and, after its promotion, of the device. */
  agent_id: string;
  /** Raw Ed25519 key. */
  public_key: Buffer;
  key_fingerprint: string;
  status: AgentStatus;
  /** When the nonce of the last sign-in was created. */
  last_nonce: Date | null;
  session_id: Generated<string | null>;
  replaced_session_id: Generated<string | null>;
  created: Date;
}
