import { z } from 'zod';
import { rollOutDefaults, rollOutLimits, rollOutStates, type RollOutState } from './roll-out-enumerations.ts';

/** Shares of the devices in percent, each with those of the stages before. */
export const rollOutStages = z
  .array(z.int('Must be whole numbers.').min(1, 'Must be at least 1 %.').max(100, 'Must be at most 100 %.'))
  .min(1, 'Please enter at least one stage.')
  .max(rollOutLimits.stages, `Must be at most ${rollOutLimits.stages} stages.`)
  .refine(
    (stages) => stages.every((percent, index) => index === 0 || percent > (stages[index - 1] ?? 0)),
    'Each stage must be larger than the one before.',
  )
  .refine((stages) => stages.at(-1) === 100, 'The last stage must be 100 %.');

/** Body of `PUT /v1/rollOuts`. */
export const rollOutCreate = z.object({
  packageVersionId: z.guid('Please choose a version.').toLowerCase(),
  /** Only devices of the subscription. */
  subscriptionId: z.guid().toLowerCase().nullish(),
  /** Only devices that have another version of the package. */
  onlyInstalled: z.boolean().default(false),
  stages: rollOutStages.default([...rollOutDefaults.stages]),
  /** Minutes for which a stage must be healthy before the next one begins. */
  healthyMinutes: z
    .int('Must be a whole number.')
    .min(0, 'Must be at least 0.')
    .max(rollOutLimits.healthyMinutes, `Must be at most ${rollOutLimits.healthyMinutes}.`)
    .default(rollOutDefaults.healthyMinutes),
  /** Share of failed devices of a stage at which the roll-out stops. */
  failurePercent: z
    .int('Must be a whole number.')
    .min(1, 'Must be at least 1 %.')
    .max(100, 'Must be at most 100 %.')
    .default(rollOutDefaults.failurePercent),
  /** Whether a device that stops reporting after the installation counts as failed. */
  silentFails: z.boolean().default(true),
});
export type RollOutCreate = z.input<typeof rollOutCreate>;

const stateNames = Object.keys(rollOutStates) as [RollOutState, ...RollOutState[]];

/** A roll-out as returned by lists and writes. */
export const rollOut = z.object({
  rollOutId: z.guid(),
  tenantId: z.guid(),
  packageId: z.guid(),
  packageName: z.string(),
  packageVersionId: z.guid(),
  version: z.string(),
  state: z.enum(stateNames),
  /** JSON: shares in percent. */
  stages: z.string(),
  /** Number of the present stage, from 1. */
  stage: z.int(),
  healthyMinutes: z.int(),
  failurePercent: z.int(),
  silentFails: z.boolean(),
  deviceCount: z.int(),
  /** When the devices of the present stage had installed the version; `null` while they have not. */
  settled: z.iso.datetime().nullable(),
  /** Why it was stopped. */
  detail: z.string().nullable(),
  ended: z.iso.datetime().nullable(),
  created: z.iso.datetime(),
  createdBy: z.string(),
  modified: z.iso.datetime(),
  modifiedBy: z.string(),
});
export type RollOut = z.infer<typeof rollOut>;

/** Number of devices of a stage by state. `offline`: to install the version, and not reporting. */
export const rollOutStageSummary = z.object({
  stage: z.int(),
  percent: z.int(),
  devices: z.int(),
  waiting: z.int(),
  installing: z.int(),
  offline: z.int(),
  installed: z.int(),
  failed: z.int(),
  skipped: z.int(),
  takenBack: z.int(),
});
export type RollOutStageSummary = z.infer<typeof rollOutStageSummary>;

/** Answer of `GET /v1/rollOuts/{id}`. */
export const rollOutSummary = z.object({
  ...rollOut.shape,
  /** When the next stage begins if nothing fails until then; `null` while the present one has not settled. */
  nextStage: z.iso.datetime().nullable(),
  summary: z.array(rollOutStageSummary),
});
export type RollOutSummary = z.infer<typeof rollOutSummary>;
