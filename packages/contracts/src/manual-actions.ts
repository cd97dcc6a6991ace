import { z } from 'zod';
import { parameterValuesSchema } from './parameter-values.ts';
import { workUnitEventTypeSchema } from './work-unit-event-type-schema.ts';
import { workUnitEventTypes, type WorkUnitEventType } from './work-unit-enumerations.ts';

/**
 * Body of POST /v1/workunits/{workUnitId}/protocolActions/{protocolActionId}/trigger, in both of its
 * forms (docs/reference/protocols.md#calls); the ids of the path win. `userDefinedParams` may be an object or JSON
 * text, and is laid over the parameters that the protocol gives.
 */
export const triggerSchema = z.object({
  workUnitEventType: workUnitEventTypeSchema.optional(),
  workUnitEventTypeId: workUnitEventTypeSchema.optional(),
  userDefinedParams: parameterValuesSchema.default({}),
  reject: z.boolean().default(false),
});

export type Trigger = z.output<typeof triggerSchema>;

/** Answer of the trigger call: under `messageId` the action histories of this run stand; null for a reject. */
export const triggeredSchema = z.object({
  workUnitId: z.int(),
  protocolActionId: z.guid(),
  rejected: z.boolean(),
  messageId: z.guid().nullable(),
});

export type Triggered = Readonly<z.infer<typeof triggeredSchema>>;

/**
 * Where a manual action stands since its unit last entered its state. `waiting`: may be run or rejected; `running`:
 * no final result yet; `succeeded`, `failed`, `rejected`: may run again only when it is repeatable.
 */
export const manualActionStandings = ['waiting', 'running', 'succeeded', 'failed', 'rejected'] as const;
export type ManualActionStanding = (typeof manualActionStandings)[number];

const events = Object.keys(workUnitEventTypes) as WorkUnitEventType[];

/** One run or reject since the unit last entered its state, newest first. */
export const manualActionRunSchema = z.object({
  messageId: z.guid().nullable(),
  created: z.iso.datetime(),
  createdBy: z.string(),
  standing: z.literal(manualActionStandings),
  /** What came of it, in words; null while it runs. */
  resultDetail: z.string().nullable(),
});

/** A manual action of a unit's protocol for the event of its present state. */
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
    /** Comma-delimited names; not empty: ask for them before running. */
    inputParameters: z.string(),
  }),
  standing: z.literal(manualActionStandings),
  canRun: z.boolean(),
  canReject: z.boolean(),
  runs: z.array(manualActionRunSchema),
});

/** Answer of GET /v1/workunits/{workUnitId}/manualActions; `waiting` counts those that nobody has decided about. */
export const manualActionsSchema = z.object({
  workUnitEventType: z.literal(events),
  waiting: z.int(),
  value: z.array(manualActionSchema),
});

export type ManualAction = Readonly<z.infer<typeof manualActionSchema>>;
export type ManualActionRun = Readonly<z.infer<typeof manualActionRunSchema>>;
export type ManualActions = Readonly<z.infer<typeof manualActionsSchema>>;
