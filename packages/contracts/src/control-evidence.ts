import { z } from 'zod';
import { controlStatusSchema } from './compliance.ts';
import { controlEvidenceKinds, controlEvidenceLimits, type ControlEvidenceKind } from './control-evidence-limits.ts';
import { isMisleading } from './misleading-characters.ts';
import { requiredText, text } from './text.ts';

const addressMessage = 'Must be an address that begins with http:// or https://.';

/** An address that a browser may open, normalised; without a user name or password, which everybody would read. */
const linkAddress = requiredText(controlEvidenceLimits.urlLength, 'Please enter an address.').transform(
  (value, check) => {
    const address = URL.canParse(value) ? new URL(value) : undefined;
    if (address === undefined || (address.protocol !== 'http:' && address.protocol !== 'https:')) {
      check.addIssue(addressMessage);
      return z.NEVER;
    }
    if (address.username !== '' || address.password !== '') {
      check.addIssue('Must not contain a user name or password.');
      return z.NEVER;
    }
    if (address.href.length > controlEvidenceLimits.urlLength) {
      check.addIssue(`Must be at most ${controlEvidenceLimits.urlLength} characters.`);
      return z.NEVER;
    }
    return address.href;
  },
);

const title = text(controlEvidenceLimits.titleLength)
  .refine((value) => !isMisleading(value), 'The title contains characters that are not allowed.')
  .nullish()
  .transform((value) => value?.trim() || null);

/** Body of POST /v1/controlstatuses/{id}/evidence: what is attached without a file. */
export const controlEvidenceCreateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('Link'), url: linkAddress, title }),
  z.strictObject({ kind: z.literal('WorkUnit'), workUnitId: z.int('Must be the id of a work unit.').positive() }),
  z.strictObject({ kind: z.literal('Rule'), ruleId: z.guid('Must be the id of a rule.').toLowerCase() }),
]);
export type ControlEvidenceCreate = z.output<typeof controlEvidenceCreateSchema>;

/** Query of PUT /v1/controlstatuses/{id}/evidence; the body is the file (`application/octet-stream`). */
export const controlEvidenceFileQuerySchema = z.object({
  fileName: requiredText(controlEvidenceLimits.titleLength, 'Please choose a file.').refine(
    (name) => !isMisleading(name) && !/[/\\]/.test(name),
    'The file name contains characters that are not allowed.',
  ),
});

/** Evidence of a control in a week. Of a unit or rule that the caller may not see only the kind is known. */
export const controlEvidenceSchema = z.object({
  id: z.guid(),
  kind: z.enum(Object.keys(controlEvidenceKinds) as ControlEvidenceKind[]),
  /**
   * File name, title of the link (`null`: none), title of the unit, or name of the rule; `null` for one that the caller
   * may not see.
   */
  title: z.string().nullable(),
  url: z.string().nullable(),
  workUnitId: z.int().nullable(),
  /** The number that people know the unit by. */
  publicWorkUnitId: z.int().nullable(),
  ruleId: z.guid().nullable(),
  mediaType: z.string().nullable(),
  /** In bytes. */
  size: z.int().nullable(),
  created: z.iso.datetime(),
  createdBy: z.string(),
});
export type ControlEvidence = Readonly<z.infer<typeof controlEvidenceSchema>>;

/** Answer of every call about evidence: the status with all its evidence, oldest first. */
export const statusEvidenceSchema = z.object({ status: controlStatusSchema, value: z.array(controlEvidenceSchema) });
export type StatusEvidence = Readonly<z.infer<typeof statusEvidenceSchema>>;
