import { z } from 'zod';

/** A mail that was not sent: addresses are comma-separated; `template` is empty for mails without one. */
export interface OutboxMessage {
  readonly messageId: string;
  readonly tenantId: string;
  readonly recipient: string;
  readonly cc: string;
  readonly bcc: string;
  readonly subject: string;
  readonly template: string;
  /** `Held`: kept, and never sent. */
  readonly state: string;
  readonly isImportant: boolean;
  readonly created: string;
  readonly tenant?: { readonly name: string };
}

/**
 * Answer of POST /v1/outboxMessages/{id}/preview: the plain text, and the address that serves the HTML for a sandboxed
 * frame without scripts or remote content; it is valid for five minutes.
 */
export const outboxPreviewSchema = z.object({ text: z.string(), previewUrl: z.string() });
export type OutboxPreview = z.infer<typeof outboxPreviewSchema>;
