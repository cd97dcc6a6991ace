/** A row of cfs.outbox_messages. */
export interface OutboxMessageTable {
  tenant_id: string;
  message_id: string;
  /** Addresses, joined by commas. */
  recipient: string;
  cc: string;
  bcc: string;
  subject: string;
  /** Plain text. */
  body: string;
  html: string;
  /** Name of the template from which it was rendered; empty for mails that are older than this column. */
  template: string;
  is_important: boolean;
  created: Date;
}
