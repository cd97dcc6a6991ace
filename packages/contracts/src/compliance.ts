import { z } from 'zod';
import {
  checkDateOf,
  complianceWeeks,
  controlNotesLength,
  controlStatuses,
  weekStartOf,
  type ControlStatusName,
} from './control-statuses.ts';
import { requiredText, text } from './text.ts';

/** Bounds of an imported control set (docs/reference/compliance.md#import). */
export const controlSetLimits = {
  /** Bytes of the file. */
  bodyBytes: 8 * 1024 * 1024,
  controls: 5_000,
  /** UTF-16 code units. */
  nameLength: 100,
  titleLength: 500,
  descriptionLength: 20_000,
} as const;

const sundayMessage = 'Must be a Sunday, the first day of a week, such as 2026-11-22.';
const checkDatePattern = /^(\d{4}-\d\d-\d\d)(?:T00:00(?::00(?:\.0{1,9})?)?(?:Z|[+-]00:00))?$/;

/** The first day of a week: a Sunday as `YYYY-MM-DD` or as its midnight in UTC, normalised to the latter. */
export const checkDate = z.string({ error: sundayMessage }).transform((value, check) => {
  const day = checkDatePattern.exec(value)?.[1];
  if (day !== undefined && z.iso.date().safeParse(day).success && day >= '0001-01-07' && weekStartOf(day) === day)
    return checkDateOf(day);
  check.addIssue(sundayMessage);
  return z.NEVER;
});

const statusSchema = z.enum(Object.keys(controlStatuses) as ControlStatusName[], {
  error: `Must be one of ${Object.keys(controlStatuses).join(', ')}.`,
});
const notes = text(controlNotesLength)
  .nullish()
  .transform((value) => value ?? '');

/** The fields of a control status that a patch may change. */
export const controlStatusFields = z.strictObject({ status: statusSchema, notes });

/** Body of POST /v1/controlstatuses: 409 when the control has a status of the week already. */
export const controlStatusCreateSchema = z.strictObject({
  id: z.guid().toLowerCase().nullish(),
  checkDate,
  ...controlStatusFields.shape,
  /** The request's tenant by default. */
  tenantId: z.guid().toLowerCase().nullish(),
  controlId: z.guid('Must be the id of a control.').toLowerCase(),
});
export type ControlStatusCreate = z.infer<typeof controlStatusCreateSchema>;

/** Body of POST /v1/controlsets/{id}/carryover. */
export const carryOverSchema = z.strictObject({
  /** The week that is filled; the statuses come from the week before. */
  checkDate,
  tenantId: z.guid().toLowerCase().nullish(),
});
export type CarryOver = z.infer<typeof carryOverSchema>;

/** Answer of POST /v1/controlsets/{id}/carryover: the number of statuses that were created. */
export const carriedOverSchema = z.object({ created: z.number().int() });

/** Body of POST /v1/controlsets/Export(). */
export const complianceExportSchema = z.strictObject({
  startDate: checkDate,
  tenantId: z.guid().toLowerCase().nullish(),
  /** All control sets of the tenant by default. */
  controlSetId: z.guid().toLowerCase().nullish(),
});
export type ComplianceExport = z.infer<typeof complianceExportSchema>;

/** Body of POST /v1/controlsets/{id}/assessmentresults. */
export const assessmentResultsRequestSchema = z.strictObject({
  checkDate,
  tenantId: z.guid().toLowerCase().nullish(),
});
export type AssessmentResultsRequest = z.infer<typeof assessmentResultsRequestSchema>;

const description = text(controlSetLimits.descriptionLength).nullish();

/** A control set in the simple format of the import: the name identifies the set, and a control within it. */
export const controlSetFileSchema = z.strictObject({
  name: requiredText(controlSetLimits.titleLength, 'Please enter the name of the control set.'),
  description,
  controls: z
    .array(
      z.strictObject({
        name: requiredText(controlSetLimits.nameLength, 'Every control needs a name.'),
        title: requiredText(controlSetLimits.titleLength, 'Every control needs a title.'),
        description,
      }),
    )
    .min(1, 'A control set needs at least one control.')
    .max(controlSetLimits.controls, `A control set has at most ${controlSetLimits.controls} controls.`),
});
export type ControlSetFile = z.infer<typeof controlSetFileSchema>;

/** Answer of PUT /v1/controlsets/import: the control set, and how many of its controls changed. */
export const importedControlSetSchema = z.object({
  id: z.guid(),
  tenantId: z.guid().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  added: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  /** No longer in the file: hidden, with their statuses kept. */
  retired: z.number().int(),
});
export type ImportedControlSet = z.infer<typeof importedControlSetSchema>;

/** The status of a control in one week of one tenant, as returned by the API. */
export const controlStatusSchema = z.object({
  id: z.guid(),
  /** Midnight in UTC of the week's Sunday. */
  checkDate: z.iso.datetime(),
  status: statusSchema,
  notes: z.string(),
  tenantId: z.guid(),
  controlId: z.guid(),
  /** How many pieces of evidence are attached. */
  evidenceCount: z.int(),
  modified: z.iso.datetime(),
});
export type ControlStatus = Readonly<z.infer<typeof controlStatusSchema>>;

/** Query of GET /v1/controlsets/checklist. */
export const checklistQuerySchema = z.object({
  checkDate,
  /** The request's tenant by default. */
  tenantId: z.guid().toLowerCase().optional(),
  /** The first control set of the tenant by name by default. */
  controlSetId: z.guid('Must be the id of a control set.').toLowerCase().optional(),
});
export type ChecklistQuery = z.output<typeof checklistQuerySchema>;

/** Answer of GET /v1/controlsets/checklist: the controls of a set in their order, with what is recorded in the week. */
export const checklistSchema = z.object({
  /** `null` if the tenant has no control set. */
  controlSetId: z.guid().nullable(),
  controls: z.array(
    z.object({
      id: z.guid(),
      name: z.string(),
      title: z.string(),
      /** `null` without a record. */
      record: controlStatusSchema
        .pick({ id: true, status: true, notes: true, evidenceCount: true, modified: true })
        .nullable(),
    }),
  ),
});
export type Checklist = Readonly<z.infer<typeof checklistSchema>>;

/** Query of GET /v1/controlsets/{id}/history and GET /v1/controlsets/{id}/trend. */
export const weeksQuerySchema = z.object({
  /** The last of the weeks. */
  checkDate,
  weeks: z.coerce.number().int().min(complianceWeeks.min).max(complianceWeeks.max).default(complianceWeeks.usual),
  /** The request's tenant by default. */
  tenantId: z.guid().toLowerCase().optional(),
});
export type WeeksQuery = z.output<typeof weeksQuerySchema>;

/** Answer of GET /v1/controlsets/{id}/history. */
export const controlSetHistorySchema = z.object({
  /** The Sundays as `YYYY-MM-DD`, oldest first. */
  weeks: z.array(z.iso.date()),
  controls: z.array(
    z.object({
      id: z.guid(),
      name: z.string(),
      title: z.string(),
      /** A character for each week: the number of the status, `-` without a record. */
      statuses: z.string(),
    }),
  ),
});
export type ControlSetHistory = Readonly<z.infer<typeof controlSetHistorySchema>>;

/** Answer of GET /v1/controlsets/{id}/trend: how many controls had each status in each week. */
export const controlSetTrendSchema = z.object({
  /** Controls of the set, whether or not they have a record. */
  controls: z.int(),
  weeks: z.array(
    z.object({
      /** The Sunday as `YYYY-MM-DD`; every week is listed, oldest first. */
      week: z.iso.date(),
      Notset: z.int(),
      Compliant: z.int(),
      NonCompliant: z.int(),
      Poam: z.int(),
      Exempt: z.int(),
    }),
  ),
});
export type ControlSetTrend = Readonly<z.infer<typeof controlSetTrendSchema>>;
