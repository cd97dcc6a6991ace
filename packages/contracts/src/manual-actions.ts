import { z } from 'zod';
import { parameterValuesSchema } from './parameter-values.ts';
import { workUnitEventTypeSchema } from './work-unit-event-type-schema.ts';
import { workUnitEventTypes, type WorkUnitEventType } from './work-unit-enumerations.ts';

/**
 * Body of POST /v1/workunits/{workUnitId}/protocolActions/{protocolActionId}/trigger in both forms
 * (docs/reference/protocols.md#calls); ids of the path take precedence. `userDefinedParams`, an object or JSON text,
 * overrides the parameters of the protocol.
 */
export const triggerSchema = z.object({
  workUnitEventType: workUnitEventTypeSchema.optional(),
  workUnitEventTypeId: workUnitEventTypeSchema.optional(),
  userDefinedParams: parameterValuesSchema.default({}),
  reject: z.boolean().default(false),
});

export type Trigger = z.output<typeof triggerSchema>;

/** Answer of the trigger call: `messageId` identifies the action histories of this run; null for a reject. */
export const triggeredSchema = z.object({
  workUnitId: z.int(),
  protocolActionId: z.guid(),
  rejected: z.boolean(),
  messageId: z.guid().nullable(),
});

export type Triggered = Readonly<z.infer<typeof triggeredSchema>>;

/**
 * Status of a manual action since its unit last entered its state. `waiting`: may be run or rejected; `running`: no
 * final result yet; `succeeded`, `failed`, `rejected`: may be run again only when repeatable.
 */
export const manualActionStatuses = ['waiting', 'running', 'succeeded', 'failed', 'rejected'] as const;
export type ManualActionStatus = (typeof manualActionStatuses)[number];

const events = Object.keys(workUnitEventTypes) as WorkUnitEventType[];

/** One run or reject since the unit last entered its state, newest first. */
export const manualActionRunSchema = z.object({
  messageId: z.guid().nullable(),
  created: z.iso.datetime(),
  createdBy: z.string(),
  status: z.literal(manualActionStatuses),
  /** Result as text; null while running. */
  resultDetail: z.string().nullable(),
});

/** A manual action of the unit's protocol for the event of its current state. */
export const manualActionSchema = z.object({
  protocolActionId: z.guid(),
  protocolId: z.guid(),
  workUnitEventTypeId: z.literal(events),
  sequence: z.int(),
  summary: z.string().nullable(),
  repeatable: z.boolean(),
  /** JSON text. */
  parameters: z.string(),
  actionDefinition: z.object({
    actionDefinitionId: z.guid(),
    name: z.string(),
    description: z.string().nullable(),
    /** Comma-separated names; when not empty, ask for their values before running. */
    inputParameters: z.string(),
  }),
  status: z.literal(manualActionStatuses),
  canRun: z.boolean(),
  canReject: z.boolean(),
  runs: z.array(manualActionRunSchema),
});

/** Answer of GET /v1/workunits/{workUnitId}/manualActions; `waiting` is the number of actions in that status. */
export const manualActionsSchema = z.object({
  workUnitEventType: z.literal(events),
  waiting: z.int(),
  value: z.array(manualActionSchema),
});

export type ManualAction = Readonly<z.infer<typeof manualActionSchema>>;
export type ManualActionRun = Readonly<z.infer<typeof manualActionRunSchema>>;
export type ManualActions = Readonly<z.infer<typeof manualActionsSchema>>;
