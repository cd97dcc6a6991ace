/** A row of cfs.mail_previews. */
export interface MailPreviewTable {
  tenant_id: string;
  /** 256 random bits: the id alone grants access to the preview. */
  preview_id: string;
  html: string;
  expires: Date;
}
