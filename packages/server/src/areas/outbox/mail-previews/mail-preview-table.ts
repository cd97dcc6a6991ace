/** A row of cfs.mail_previews. */
export interface MailPreviewTable {
  tenant_id: string;
  /** 256 random bits: who knows them may look. */
  preview_id: string;
  html: string;
  expires: Date;
}
