/** A row of cfs.work_unit_attachments: a file that belongs to a note. */
export interface AttachmentTable {
  tenant_id: string;
  attachment_id: string;
  work_unit_id: number;
  work_unit_history_id: number;
  file_name: string;
  media_type: string;
  /** In bytes. */
  size: number;
  sha256: Buffer;
  created: Date;
  created_by: string;
}

/** A row of cfs.work_unit_attachment_parts: a chunk of a file, ordered by `part`. */
export interface AttachmentPartTable {
  tenant_id: string;
  attachment_id: string;
  part: number;
  content: Buffer;
}
