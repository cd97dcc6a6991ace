/** A row of cfs.mail_addresses: the address whose mails open requests in a tenant. */
export interface MailAddressTable {
  tenant_id: string;
  /** In lower case; unique among all tenants. */
  local_part: string;
  created: Date;
  created_by: string;
  modified: Date;
  modified_by: string;
}

/** A row of cfs.received_mails. */
export interface ReceivedMailTable {
  tenant_id: string;
  received_mail_id: string;
  verdict: number;
  detail: string | null;
  /** Address of the header `From`; empty if there is none. */
  sender: string;
  /** Addresses, joined by commas. */
  recipient: string;
  cc: string;
  subject: string;
  /** Bytes that arrived. */
  size: number;
  relay: string;
  message_id: string;
  /** SHA-256 of the Message-ID, or of the whole mail if it has none. */
  message_key: Buffer;
  /** `tenant`, or the id of a work unit. */
  target: string;
  work_unit_id: number | null;
  /** Plain text. */
  body: string;
  /** Sanitized. */
  html: string;
  created: Date;
}
