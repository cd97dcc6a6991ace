import { z } from 'zod';
import { isMisleading } from './misleading-characters.ts';
import { requiredText } from './text.ts';

/** Maximum size of an attachment in bytes (25 MiB), and maximum number per unit. */
export const attachmentLimitBytes = 26_214_400;
export const attachmentCountLimit = 100;

/** Accepted media types with their file extensions. The type is detected from the content. */
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
 * Query of PUT /v1/workunits/{workUnitId}/attachments; the body is the file (`application/octet-stream`). With `noteId`
 * the file is added to a note that the caller has just written; otherwise a note is created.
 */
export const attachmentQuerySchema = z.object({
  fileName: requiredText(200, 'Please choose a file.').refine(
    (name) => !isMisleading(name) && !/[/\\]/.test(name),
    'The file name contains characters that are not allowed.',
  ),
  noteId: z.coerce.number().int().positive().optional(),
  isExternalNote: z.stringbool().default(false),
});

/** Query of PUT /v1/rc/workunits/{workUnitId}/attachments; the note is always external, existing or new. */
export const requestAttachmentQuerySchema = attachmentQuerySchema.omit({ isExternalNote: true });

export type AttachmentQuery = z.output<typeof attachmentQuerySchema>;

/**
 * A file of a note. GET /v1/workunits/{workUnitId}/attachments/{attachmentId} downloads it; DELETE removes it
 * permanently and requires permission to edit the unit. The removal is recorded in the unit's stream.
 */
export const attachmentSchema = z.object({
  attachmentId: z.guid(),
  fileName: z.string(),
  mediaType: z.string(),
  /** In bytes. */
  size: z.int(),
});

export type Attachment = Readonly<z.infer<typeof attachmentSchema>>;

/** Answer of the upload: the file and its note. */
export const attachedSchema = attachmentSchema.extend({ noteId: z.int() });
