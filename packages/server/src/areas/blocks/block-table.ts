import type { GeneratedAlways } from 'kysely';

export interface BlockTable {
  tenant_id: string;
  block_id: string;
  subscription_id: string;
  name: string;
  description: string | null;
  block_type_id: number;
  created: Date;
  created_by: string;
  modified: Date;
  modified_by: string;
  search_text: GeneratedAlways<string>;
}

export interface EntityColorTable {
  tenant_id: string;
  entity_id: string;
  /** Six hexadecimal digits in upper case. */
  color: string;
  modified: Date;
}
