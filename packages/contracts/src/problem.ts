import { z } from 'zod';

/**
 * An answer that refuses, `application/problem+json` (RFC 9457; docs/reference/errors.md#problem-document). `message`
 * equals `detail`, and `error` says the same in the form of OData: `code` is the status. `errors` holds the messages of
 * each field at fault; a work unit's own stand under `WorkUnit`. Further members may stand beside, such as the
 * `position` of a fault within an OData option.
 */
export const problemDocument = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string(),
  message: z.string(),
  traceId: z.string(),
  error: z.object({ code: z.string(), message: z.string(), data: z.object({ message: z.string() }) }),
  errors: z.record(z.string(), z.array(z.string()).readonly()).optional(),
});

export type ProblemDocument = Readonly<z.infer<typeof problemDocument>>;
