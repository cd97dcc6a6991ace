/** A row of cfs.secrets. */
export interface SecretTable {
  tenant_id: string;
  secret_id: string;
  name: string;
  /** Encrypted under the data key of `key_version`, authenticated with tenant and name. */
  sealed_value: Buffer;
  key_version: number;
  created: Date;
  created_by: string;
  modified: Date;
  modified_by: string;
}

/** A row of cfs.data_keys: a key that encrypts secrets of one tenant. */
export interface DataKeyTable {
  tenant_id: string;
  key_version: number;
  wrapped_key: Buffer;
  /** Identifies the master key that wrapped it. */
  master_key_id: string;
  created: Date;
  created_by: string;
}
