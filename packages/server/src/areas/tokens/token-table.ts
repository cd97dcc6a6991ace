/** A row of cfs.token_grants; the token itself is nowhere, only its SHA-256. */
export interface TokenGrantTable {
  tenant_id: string;
  token_grant_id: string;
  name: string;
  description: string | null;
  /** 0 is forever. */
  lifetime_years: number;
  purposes: readonly string[];
  /** First letters of the token, for people to tell tokens apart. */
  prefix: string;
  token_hash: Buffer;
  created: Date;
  created_by: string;
  modified: Date;
  expires_on: Date | null;
  revoked_on: Date | null;
}
