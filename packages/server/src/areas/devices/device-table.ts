import type { Generated, GeneratedAlways } from 'kysely';

export interface DeviceTable {
  tenant_id: string;
  device_id: string;
  subscription_id: string;
  name: string;
  description: string | null;
  tags: string | null;
  device_type_id: number;
  location_id: string | null;
  operating_system_id: number;
  device_logging_level_id: number;
  heartbeat_interval: number;
  enabled: boolean;
  restart_agent_flag: Generated<boolean>;
  trace_minutes: Generated<number>;
  trace_expiration: Date | null;
  is_deleted: Generated<boolean>;
  /** Rises with every change that the agent must hear of. */
  configuration_version: Generated<number>;
  created: Date;
  created_by: string;
  modified: Date;
  modified_by: string;
  search_text: GeneratedAlways<string>;
}

/** `refused` is for good: the agent of that key enrols anew with another. */
export type AgentStatus = 'pending' | 'promoted' | 'refused';

export interface AgentCredentialTable {
  tenant_id: string;
  /** Id of the pending device and of the device that it becomes. */
  agent_id: string;
  /** Raw Ed25519 key. */
  public_key: Buffer;
  key_fingerprint: string;
  status: AgentStatus;
  /** When the nonce was made that signed in last. */
  last_nonce: Date | null;
  created: Date;
}
