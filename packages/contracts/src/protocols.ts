import { z } from 'zod';
import { namesIn } from './actions.ts';
import { parameterValuesSchema } from './parameter-values.ts';
import { requiredText, text } from './text.ts';
import { formatTimeSpan, parseTimeSpan } from './time-span.ts';
import { workUnitEventTypeSchema } from './work-unit-event-type-schema.ts';

/** A protocol as other areas meet it: `timerInverval` (a spelling of the interface) is `HH:mm:ss`. */
export interface Protocol {
  readonly protocolId: string;
  readonly name: string;
  readonly description: string | null;
  /** Null for one that every tenant shares. */
  readonly tenantId: string | null;
  readonly timerInverval: string;
  /** JSON text: the manual actions, by event and sequence, as `ManualAction` without its definition's parameters. */
  readonly manualActions: string;
  readonly modified: string;
}

/** Shortest and default interval of a protocol's timer (docs/reference/protocols.md#fields). */
export const protocolTimer = { minimum: '00:10:00', default: '00:10:00' } as const;

const leastSeconds = 600;
const mostSeconds = 366 * 86_400;

const timerInterval = requiredText(20, 'Timer Interval is required').transform((value, check) => {
  const seconds = parseTimeSpan(value);
  if (seconds !== undefined && seconds >= leastSeconds && seconds <= mostSeconds) return formatTimeSpan(seconds);
  check.addIssue('Timer Interval must be at least 10 minutes, as HH:mm:ss.');
  return z.NEVER;
});

const modified = z.iso.datetime({ offset: true }).nullish();

/** Body of PUT /v1/protocols; `tenantId` null makes one that every tenant shares, absent means the request's tenant. */
export const protocolCreateSchema = z.object({
  name: requiredText(200, 'Please enter a name.'),
  description: text(2_000).nullish(),
  tenantId: z.guid().toLowerCase().nullish(),
  timerInverval: timerInterval.default(protocolTimer.default),
});

/** Body of POST /v1/protocols/{id}: absent fields stay; with `modified`, 409 when the row has moved on. */
export const protocolUpdateSchema = z.object({
  ...protocolCreateSchema.shape,
  name: protocolCreateSchema.shape.name.optional(),
  timerInverval: timerInterval.optional(),
  modified,
});

/** Body of PUT /v1/protocolActions: what a protocol does, or offers to do, when an event happens to one of its units. */
export const protocolActionCreateSchema = z.object({
  protocolId: z.guid('Please choose a protocol.').toLowerCase(),
  actionDefinitionId: z.guid('Please choose an action.').toLowerCase(),
  workUnitEventTypeId: workUnitEventTypeSchema,
  /** Values of the action's input parameters, as an object or as JSON text; only the names that it knows are kept. */
  parameters: parameterValuesSchema.default({}),
  /** Rising order among the actions of an event. */
  sequence: z.int32().min(0).default(0),
  summary: text(500).nullish(),
  /** Automatic ones run by themselves; the others wait under Pending Actions. */
  runAutomatically: z.boolean().default(false),
  /** Whether a manual one may run again while its unit stays in its state. */
  repeatable: z.boolean().default(false),
});

/** Body of POST /v1/protocolActions/{id}: absent fields stay, the protocol always. */
export const protocolActionUpdateSchema = z.object({
  protocolId: z.guid().toLowerCase().optional(),
  actionDefinitionId: protocolActionCreateSchema.shape.actionDefinitionId.optional(),
  workUnitEventTypeId: workUnitEventTypeSchema.optional(),
  parameters: parameterValuesSchema.optional(),
  sequence: z.int32().min(0).optional(),
  summary: text(500).nullish(),
  runAutomatically: z.boolean().optional(),
  repeatable: z.boolean().optional(),
  modified,
});

export type ProtocolCreate = z.output<typeof protocolCreateSchema>;
export type ProtocolUpdate = z.output<typeof protocolUpdateSchema>;
export type ProtocolActionCreate = z.output<typeof protocolActionCreateSchema>;
export type ProtocolActionUpdate = z.output<typeof protocolActionUpdateSchema>;

/** The given values of the parameters that an action names (`inputParameters`, comma-delimited); others are left out. */
export const knownParameters = (
  inputParameters: string | null,
  values: Readonly<Record<string, string | null>>,
): Record<string, string | null> => {
  const names = new Set(namesIn(inputParameters));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
};
