import { z } from 'zod';
import { isMisleading, requiredText } from './text.ts';

/** Largest attachment, in bytes (25 MiB), and how many a unit holds. */
export const attachmentSizeLimit = 26_214_400;
export const attachmentCountLimit = 100;

/** Media types that are taken, by the extensions that a file of the type may bear. What it is, its bytes must show. */
export const attachmentTypes: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'application/zip': ['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp'],
  'application/gzip': ['gz'],
  'text/plain': ['txt', 'log', 'csv', 'json', 'xml', 'yaml', 'yml', 'md', 'ini', 'conf', 'eml'],
};

/**
 * Query of PUT /v1/workunits/{workUnitId}/attachments, whose body is the file (`application/octet-stream`). With
 * `noteId` the file joins a note that the caller has just written; without it a note of its own is added.
 */
export const attachmentQuerySchema = z.object({
  fileName: requiredText(200, 'Please choose a file.').refine(
    (name) => !isMisleading(name) && !/[/\\]/.test(name),
    'The file name holds signs that are not allowed.',
  ),
  noteId: z.coerce.number().int().positive().optional(),
  isExternalNote: z.stringbool().default(false),
});

/** Query of PUT /v1/rc/workunits/{workUnitId}/attachments: the note is external, be it one that the caller has or a new one. */
export const requestAttachmentQuerySchema = attachmentQuerySchema.omit({ isExternalNote: true });

export type AttachmentQuery = z.output<typeof attachmentQuerySchema>;

/**
 * A file that belongs to a note; it is downloaded from GET /v1/workunits/{workUnitId}/attachments/{attachmentId}, and
 * removed for good by DELETE, which whoever may edit the unit may do. The unit's stream tells who removed it.
 */
export const attachmentSchema = z.object({
  attachmentId: z.guid(),
  fileName: z.string(),
  mediaType: z.string(),
  /** Bytes. */
  size: z.int(),
});

export type Attachment = Readonly<z.infer<typeof attachmentSchema>>;

/** Answer of the upload: the file, and the note that it belongs to. */
export const attachedSchema = attachmentSchema.extend({ noteId: z.int() });
