import { z } from 'zod';
import {
  communicationActivityTypes,
  communicationPartsLimit,
  communicationStatusNames,
  communicationTextLength,
  type CommunicationActivityType,
} from './communication-enumerations.ts';
import { emptyDateThreshold } from './shell-texts.ts';
import type { StoredFields } from './stored-fields.ts';
import { instant, requiredText, text } from './text.ts';

/** Text that may be left out; an empty one equals an absent one. */
const optional = (max: number) =>
  text(max)
    .transform((value) => (value.trim() === '' ? null : value.trim()))
    .nullish();

/** A time that may be left out; one before 2022 is treated as absent (docs/reference/conventions.md#values). */
const moment = instant.transform((value) => (value < emptyDateThreshold ? null : value)).nullish();

const status = z.enum(communicationStatusNames, { error: `Must be one of ${communicationStatusNames.join(', ')}.` });

const communicationFields = {
  title: requiredText(200, 'Please enter a title.'),
  serviceManager: requiredText(320, 'Please choose a service manager.'),
  details: optional(communicationTextLength),
  customerAssistanceRequired: z.boolean(),
  rootCause: optional(communicationTextLength),
  eventStarted: moment,
  eventEngaged: moment,
  eventMitigated: moment,
  eventResolved: moment,
  nextUpdate: moment,
  nextInternalUpdate: moment,
  maximumImpact: optional(communicationTextLength),
  currentImpact: optional(communicationTextLength),
  impactedServices: optional(communicationTextLength),
  internalBridge: optional(1_000),
};

/** The message for a resolved communication without a root cause, at the form and from the server. */
export const rootCauseRequired = 'Please enter the root cause of a resolved event.';

/** Body of PUT /v1/workunitcommunications (docs/reference/communications.md): every one begins as Investigating. */
export const communicationCreateSchema = z.strictObject({
  ...communicationFields,
  customerAssistanceRequired: communicationFields.customerAssistanceRequired.default(false),
  tenantId: z.guid('Please choose a tenant.').toLowerCase(),
  status: z.literal('Investigating', { error: 'A new communication must be Investigating.' }).default('Investigating'),
});

/**
 * Body of POST /v1/workunitcommunications/{id}: absent fields are unchanged; with `modified`, 409 when the row has
 * changed since.
 */
export const communicationUpdateSchema = z.strictObject({
  ...communicationFields,
  title: communicationFields.title.optional(),
  serviceManager: communicationFields.serviceManager.optional(),
  customerAssistanceRequired: communicationFields.customerAssistanceRequired.optional(),
  status: status.optional(),
  tenantId: z.guid().toLowerCase().optional(),
  modified: z.iso.datetime({ offset: true }).nullish(),
});

export type CommunicationCreate = z.infer<typeof communicationCreateSchema>;
export type CommunicationUpdate = z.infer<typeof communicationUpdateSchema>;

/** A communication as returned by the API. */
export interface Communication extends StoredFields<typeof communicationFields> {
  readonly workUnitCommunicationId: string;
  /** The number that people quote. */
  readonly publicWorkUnitCommunicationId: number;
  readonly tenantId: string;
  readonly status: z.infer<typeof status>;
  readonly created: string;
  readonly createdBy: string;
  /** ISO 8601 in UTC with milliseconds; strictly increasing with each change. */
  readonly modified: string;
  /** When somebody last changed it since its creation, and who. */
  readonly userChanged: string | null;
  readonly userChangedBy: string | null;
}

const activityType = z.enum(Object.keys(communicationActivityTypes) as CommunicationActivityType[]);

const activityFields = {
  details: requiredText(communicationTextLength, 'Please describe the step.'),
  isCustomerFacing: z.boolean(),
  isComplete: z.boolean(),
  /** When the step was completed; the server's time unless given, and null while it is not complete. */
  completed: moment,
};

const agrees = (body: { readonly activityType?: string | undefined; readonly isComplete?: boolean | undefined }) =>
  body.activityType === undefined ||
  body.isComplete === undefined ||
  (body.activityType === 'ResolutionActivity') === body.isComplete;
const disagreement = {
  path: ['activityType'],
  message: 'A complete activity must be a ResolutionActivity, any other a TaskActivity.',
};

/** Body of PUT /v1/workunitcommunicationactivities; the type follows from `isComplete`. */
export const communicationActivityCreateSchema = z
  .strictObject({
    ...activityFields,
    isCustomerFacing: activityFields.isCustomerFacing.default(false),
    isComplete: activityFields.isComplete.default(false),
    workUnitCommunicationId: z.guid('Must be the id of a communication.').toLowerCase(),
    activityType: activityType.optional(),
  })
  .refine(agrees, disagreement);

/** Body of POST /v1/workunitcommunicationactivities/{id}: absent fields are unchanged. */
export const communicationActivityUpdateSchema = z
  .strictObject({
    details: activityFields.details.optional(),
    isCustomerFacing: activityFields.isCustomerFacing.optional(),
    isComplete: activityFields.isComplete.optional(),
    completed: activityFields.completed,
    activityType: activityType.optional(),
    modified: z.iso.datetime({ offset: true }).nullish(),
  })
  .refine(agrees, disagreement);

export type CommunicationActivityCreate = z.infer<typeof communicationActivityCreateSchema>;
export type CommunicationActivityUpdate = z.infer<typeof communicationActivityUpdateSchema>;

/** A past or next step of a communication as returned by the API. */
export interface CommunicationActivity extends StoredFields<typeof activityFields> {
  readonly workUnitCommunicationActivityId: string;
  readonly workUnitCommunicationId: string;
  readonly tenantId: string;
  readonly activityType: CommunicationActivityType;
  readonly created: string;
  readonly createdBy: string;
  readonly modified: string;
}

/** Body of POST /v1/workunitcommunications/{id}/workUnits: work units of the communication's tenant. */
export const communicationLinksSchema = z.strictObject({
  workunitIds: z
    .array(z.int().positive().max(Number.MAX_SAFE_INTEGER))
    .min(1, 'Please choose a work unit.')
    .max(communicationPartsLimit, `A communication links to at most ${communicationPartsLimit} work units.`),
});

/** Answer of POST /v1/workunitcommunications/{id}/workUnits: the numbers of all linked units. */
export const linkedWorkUnitsSchema = z.object({ workunitIds: z.array(z.int()) });

/** Answer of GET /v1/workunitcommunications/{id}/sendInternalNotification, the same for a minute. */
export const internalNotificationSchema = z.object({
  notificationId: z.guid(),
  workUnitCommunicationId: z.guid(),
  /** The tenant's internal notification address at that time. */
  recipient: z.string(),
  /** Why the mail failed permanently; null while it is being sent and after it was sent. */
  failure: z.string().nullable(),
  created: z.iso.datetime(),
  createdBy: z.string(),
});
export type InternalNotification = Readonly<z.infer<typeof internalNotificationSchema>>;
