import type { z } from 'zod';

/** Fields of a body as they come back once stored: what may be left out is `null` then. */
export type StoredFields<Fields extends z.ZodRawShape> = {
  readonly [Name in keyof Fields]: Exclude<z.output<Fields[Name]>, undefined>;
};
