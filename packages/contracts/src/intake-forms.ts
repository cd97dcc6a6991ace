import { z } from 'zod';

/** Characters of the text of a form. */
export const intakeTextLimit = 512_000;

/** Versions of an intake form that are listed, newest first. */
export const intakeFormsListed = 100;

/** A version of a tenant's intake form, without its text. */
export const intakeFormVersionSchema = z.object({
  version: z.int().positive(),
  created: z.iso.datetime(),
  createdBy: z.string(),
  /** Whether new intakes answer it. */
  isCurrent: z.boolean(),
});

export type IntakeFormVersion = z.infer<typeof intakeFormVersionSchema>;
