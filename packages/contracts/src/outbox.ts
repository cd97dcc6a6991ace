import { z } from 'zod';

/** A mail that was not sent: addresses are joined by commas, `template` is empty for mails of old. */
export interface OutboxMessage {
  readonly messageId: string;
  readonly tenantId: string;
  readonly recipient: string;
  readonly cc: string;
  readonly bcc: string;
  readonly subject: string;
  readonly template: string;
  /** `Held`: it waits for nothing, and stays. */
  readonly state: string;
  readonly isImportant: boolean;
  readonly created: string;
  readonly tenant?: { readonly name: string };
}

/**
 * What POST /v1/outboxMessages/{id}/preview answers: the plain text, and where the HTML is shown in a page that runs
 * nothing and loads nothing, for a frame, for five minutes.
 */
export const outboxPreviewSchema = z.object({ text: z.string(), previewUrl: z.string() });
export type OutboxPreview = z.infer<typeof outboxPreviewSchema>;
