import type { GeneratedAlways } from 'kysely';

export interface PendingDeviceTable {
  tenant_id: string;
  pending_device_id: string;
  machine_name: string;
  operating_system: string;
  operating_system_id: number;
  architecture: string;
  ip_address: string | null;
  agent_version: string | null;
  key_fingerprint: string;
  created: Date;
  last_ping: Date;
  search_text: GeneratedAlways<string>;
}
