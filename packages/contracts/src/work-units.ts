import { z } from 'zod';
import { byName } from './by-name.ts';
import { longTextLimit, titleCharacters } from './sizes.ts';
import { isMailAddress, jsonText, plannedInstant, requiredText, text } from './text.ts';
import {
  experienceScores,
  isMergeRelation,
  relationTypes,
  severities,
  workUnitStates,
  workUnitTypes,
  type ExperienceScore,
  type RelationType,
  type Severity,
  type WorkUnitState,
} from './work-unit-enumerations.ts';

/** Effort estimates in story points (docs/reference/work-units.md#fields). */
export const efforts = [1, 2, 3, 5, 8, 13] as const;

/** Maximum number of custom fields per tenant. */
export const customFieldCount = 15;

const numbers = Array.from({ length: customFieldCount }, (_, index) => (index + 1) as CustomFieldNumber);

/** Numbers of the custom fields, 1 to 15. */
export type CustomFieldNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15;

/** A name of a custom value of a work unit. */
export type CustomValueName = `customValue${CustomFieldNumber}`;
export const customValueNames: readonly CustomValueName[] = numbers.map((n): CustomValueName => `customValue${n}`);

/** Messages of work units (docs/reference/work-units.md#messages). */
export const workUnitMessages = {
  titleRequired: 'Please enter the title',
  titleTooShort: 'The title must be at least 3 characters long.',
  severityRequired: 'Please choose a severity.',
  typeRequired: 'Please choose a work unit type.',
  finishBeforeStart: 'Planned Finish Time must be equal to or greater than Planned Start Time.',
  newOnly: 'A new work unit may only be New.',
  stateFromNew: 'A New work unit can only become Acknowledged or Canceled.',
  typeMigration: 'Only an Incident can change its type, to Change Request.',
  stakeholderMail: 'Please enter a valid email address.',
} as const;

const nullable = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null);
const name = text(200);
const long = nullable(text(longTextLimit));
const mail = nullable(text(320));
const requiredChoice = <Value extends string>(catalogue: Readonly<Record<Value, number>>, message: string) =>
  z.enum(Object.keys(catalogue) as Value[], {
    error: (issue) =>
      issue.input === undefined || issue.input === null
        ? message
        : `Must be one of ${Object.keys(catalogue).join(', ')}.`,
  });
const webAddress = text(2_000).refine(
  (value) => value === '' || (/^https?:\/\//i.test(value) && URL.canParse(value)),
  'Must be an http or https address.',
);

/** Fields of a work unit that a person may set; absent equals null. */
export const workUnitFields = {
  title: requiredText(titleCharacters.max, workUnitMessages.titleRequired).pipe(
    z.string().min(titleCharacters.min, workUnitMessages.titleTooShort),
  ),
  description: long,
  resolution: long,
  severityId: requiredChoice<Severity>(severities, workUnitMessages.severityRequired),
  stateId: requiredChoice<WorkUnitState>(workUnitStates, 'Please choose a state.'),
  workUnitTypeId: z.literal(Object.values(workUnitTypes), { error: workUnitMessages.typeRequired }),
  effort: nullable(z.literal(efforts, { error: `Must be one of ${efforts.join(', ')}.` })),
  /** Empty means unassigned. */
  assignedTo: mail.overwrite((value) => value || null),
  assignmentGroup: nullable(name),
  source: nullable(name),
  protocolId: nullable(z.guid().toLowerCase()),
  workUnitCategoryId: nullable(z.int32()),
  workUnitSubcategoryId: nullable(z.int32()),
  referenceId: nullable(name),
  referenceUrl: nullable(webAddress),
  stakeHolderFullName: nullable(name),
  stakeHolderPhoneNumber: nullable(text(50)),
  stakeHolderEmailAddress: mail,
  stakeHolderExperienceScore: nullable(
    z.enum(Object.keys(experienceScores) as ExperienceScore[], { error: 'Must be one of Great, Average, Poor.' }),
  ),
  properties: nullable(jsonText(64_000)),
  plannedStartTime: plannedInstant,
  plannedFinishTime: plannedInstant,
  requestedChangeWindow: nullable(name),
  plannedOutage: nullable(z.boolean()),
  implementer: mail,
  approver1: mail,
  approver2: mail,
  isApproverRequired: nullable(z.boolean()),
  implementationPlan: long,
  rollbackPlan: long,
  affectedResources: long,
  securityConsiderations: long,
  userImpact: long,
  costImpact: long,
  environment: nullable(name),
  expectedCFSAlerts: long,
  ...byName(customValueNames, () => nullable(text(1_000))),
};

/** Name of a settable field. */
export type WorkUnitField = keyof typeof workUnitFields & string;

const changeRequestNeeds: readonly (readonly [WorkUnitField, string])[] = [
  ['resolution', 'Please enter the resolution.'],
  ['implementationPlan', 'Please enter the implementation plan.'],
  ['rollbackPlan', 'Please enter the rollback plan.'],
  ['affectedResources', 'Please enter the affected resources.'],
  ['environment', 'Please enter the environment.'],
  ['expectedCFSAlerts', 'Please enter the expected CFS alerts.'],
  ['approver1', 'Please choose approver 1.'],
  ['plannedStartTime', 'Please enter a valid planned start time.'],
  ['plannedFinishTime', 'Please enter a valid planned finish time.'],
];

/**
 * Required fields of a Change Request (docs/reference/work-units.md#change-request); a patch of one validates them all.
 */
export const changeRequestFields: ReadonlySet<string> = new Set([
  'workUnitTypeId',
  ...changeRequestNeeds.map(([f]) => f),
]);

type Fields = z.infer<z.ZodObject<typeof workUnitFields>>;

/** Missing fields of a Change Request; empty when complete or not a Change Request. */
export const changeRequestFaults = (unit: Partial<Fields>): readonly { field: WorkUnitField; message: string }[] =>
  unit.workUnitTypeId === workUnitTypes.ChangeRequest
    ? changeRequestNeeds.filter(([field]) => (unit[field] ?? '') === '').map(([field, message]) => ({ field, message }))
    : [];

const finishAfterStart = (unit: Partial<Fields>): boolean =>
  typeof unit.plannedStartTime !== 'string' ||
  typeof unit.plannedFinishTime !== 'string' ||
  unit.plannedFinishTime >= unit.plannedStartTime;

/** Whether the value is a valid mail address or absent. */
export const isStakeholderMail = (mail: string | null | undefined): boolean =>
  (mail ?? '') === '' || isMailAddress(mail ?? '');

/** The settable part of a work unit: each field, and the order of the two planned times. */
export const workUnitSchema = z
  .object(workUnitFields)
  .refine(finishAfterStart, { path: ['plannedFinishTime'], message: workUnitMessages.finishBeforeStart });

/** A related entity. */
export const workUnitRelationSchema = z.strictObject({
  referenceId: requiredText(200, 'Please enter a reference.'),
  referenceType: requiredChoice<RelationType>(relationTypes, 'Please choose a type of relation.').refine(
    (type) => !isMergeRelation(type),
    'This relation is created only by merging two work units.',
  ),
});

/** Fields that the server computes; ignored in a create, rejected in a patch. */
export const computedWorkUnitFields = [
  'publicWorkUnitId',
  'internalWorkUnitId',
  'intakeFormVersion',
  'created',
  'createdBy',
  'modified',
  'modifiedBy',
  'acknowledged',
  'resolved',
  'dueTime',
  'pausedTimeLeft',
  'dueOrder',
  'waitsForApprover1',
  'waitsForApprover2',
  'approved1By',
  'approved2By',
  'declined1By',
  'declined2By',
  'decision1Notes',
  'decision2Notes',
  'tenant',
  'protocol',
  'workUnitType',
  'category',
  'subcategory',
] as const;

/**
 * Body of PUT /v1/workunits: `workUnitId` -1, state New (the default), any type except Legacy; `tenantId` defaults to
 * the request's tenant. Another call of the same caller with the same `idempotencyKey` returns the unit that the first
 * one created in that tenant.
 */
export const workUnitCreateSchema = z
  .strictObject({
    ...workUnitFields,
    workUnitId: z.literal(-1, { error: 'A new work unit is sent with workUnitId -1.' }).default(-1),
    tenantId: z.guid().toLowerCase().optional(),
    stateId: z.literal('New', { error: workUnitMessages.newOnly }).default('New'),
    relations: z.array(workUnitRelationSchema).max(100).default([]),
    idempotencyKey: z.guid().toLowerCase().optional(),
    ...byName(computedWorkUnitFields, () => z.unknown().optional()),
  })
  .refine(finishAfterStart, { path: ['plannedFinishTime'], message: workUnitMessages.finishBeforeStart })
  .superRefine((unit, check) => {
    for (const { field, message } of changeRequestFaults(unit))
      check.addIssue({ code: 'custom', path: [field], message });
    if (unit.workUnitTypeId === workUnitTypes.Legacy)
      check.addIssue({ code: 'custom', path: ['workUnitTypeId'], message: workUnitMessages.typeRequired });
    if (!isStakeholderMail(unit.stakeHolderEmailAddress))
      check.addIssue({ code: 'custom', path: ['stakeHolderEmailAddress'], message: workUnitMessages.stakeholderMail });
  });

export type WorkUnitFields = Fields;
export type WorkUnitCreate = z.infer<typeof workUnitCreateSchema>;
export type WorkUnitRelation = z.infer<typeof workUnitRelationSchema>;

/** A work unit as returned by the API: settable and computed fields. Times are ISO 8601 in UTC. */
export type WorkUnit = WorkUnitFields & {
  readonly workUnitId: number;
  readonly publicWorkUnitId: number;
  readonly internalWorkUnitId: string;
  /** Of an intake: the version of the tenant's form that `properties` answers. */
  readonly intakeFormVersion: number | null;
  readonly tenantId: string;
  readonly approved1By: string | null;
  readonly approved2By: string | null;
  readonly declined1By: string | null;
  readonly declined2By: string | null;
  readonly decision1Notes: string | null;
  readonly decision2Notes: string | null;
  readonly created: string;
  readonly createdBy: string;
  readonly modified: string;
  readonly modifiedBy: string;
  /** When the unit first left New for Acknowledged or a later state. */
  readonly acknowledged: string | null;
  readonly resolved: string | null;
  /** When the next target of the unit is due; null without a running clock. */
  readonly dueTime: string | null;
  /** Minutes of business time that are left, negative when overdue; null unless the clock is paused. */
  readonly pausedTimeLeft: number | null;
  /** Sorts units by the time left (docs/reference/service-levels.md#time-left). */
  readonly dueOrder: string;
  /** Of an open Change Request: the mail of the approver who has yet to decide, in lower case. */
  readonly waitsForApprover1: string | null;
  readonly waitsForApprover2: string | null;
};
