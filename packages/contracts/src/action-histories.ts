import { z } from 'zod';

/** Characters of a request's body that the history keeps. */
export const recordedBodyCharacters = 16_000;

/** Replaces a literal credential in a recorded request. */
export const hiddenValue = '(hidden)';

const httpRequestSchema = z.object({
  kind: z.literal('http'),
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
});

const mailRequestSchema = z.object({
  kind: z.literal('mail'),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  subject: z.string(),
  template: z.string(),
});

/**
 * What an attempt sent, as JSON text in `request` of an action history. Secrets appear as their placeholders, literal
 * credentials as {@link hiddenValue}.
 */
export const recordedRequestSchema = z.discriminatedUnion('kind', [httpRequestSchema, mailRequestSchema]);

export type RecordedRequest = Readonly<z.infer<typeof recordedRequestSchema>>;

/** An action history as returned by the API: one attempt of one delivery, or that it was queued (attempt 0). */
export interface ActionHistory {
  readonly actionHistoryId: string;
  readonly tenantId: string;
  readonly actionDefinitionId: string;
  readonly actionProcessed: string;
  readonly resultStatusId: number;
  /** JSON text. */
  readonly inputParameters: string;
  readonly resultDetail: string | null;
  readonly correlationId: string | null;
  readonly referenceId: string | null;
  readonly messageId: string;
  readonly protocolActionId: string | null;
  readonly attempt: number;
  /** JSON text of a `RecordedRequest`; null for what stays in the database. */
  readonly request: string | null;
  /** HTTP status or SMTP code; null without a response. */
  readonly responseStatus: number | null;
  readonly durationMilliseconds: number | null;
  /** When the next attempt is due; null when none follows. */
  readonly nextAttempt: string | null;
}
