import { z } from 'zod';

/**
 * Body of an error response, `application/problem+json` (RFC 9457; docs/reference/errors.md#problem-document).
 * `message` equals `detail`; `error` repeats it in OData form with the status as `code`. `errors` lists messages by
 * field; errors of a work unit as a whole are under `WorkUnit`. May have extension members, such as the `position` of
 * an error within an OData option.
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
