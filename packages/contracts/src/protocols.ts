import { z } from 'zod';
import { builtInActions } from './action-enumerations.ts';
import { isWorkUnitPlaceholder, namesIn } from './actions.ts';
import { placeholdersIn } from './action-placeholders.ts';
import { emailTemplates } from './email-templates.ts';
import { parameterValuesSchema, type ParameterValues } from './parameter-values.ts';
import { requiredText, text } from './text.ts';
import { formatTimeSpan, parseTimeSpan } from './time-span.ts';
import type { WorkUnitEventType } from './work-unit-enumerations.ts';
import { workUnitEventTypeSchema } from './work-unit-event-type-schema.ts';

/** A protocol as returned by the API; `timerInverval` (the interface's spelling) is `HH:mm:ss`. */
export interface Protocol {
  readonly protocolId: string;
  readonly name: string;
  readonly description: string | null;
  /** Null for a protocol shared by every tenant. */
  readonly tenantId: string | null;
  readonly timerInverval: string;
  /**
   * JSON text: the manual actions, ordered by event and sequence, as `ManualAction` without the parameters of the
   * definition.
   */
  readonly manualActions: string;
  readonly modified: string;
}

/** A rule whose create-work-unit action names a protocol. */
export interface MatchedRule {
  readonly ruleId: string;
  readonly name: string;
  readonly enabled: boolean;
  /** Null for a rule of every tenant. */
  readonly tenantId: string | null;
}

/** Maximum number of actions of a protocol. */
export const maxProtocolActions = 200;

/** Minimum and default interval of a protocol's timer (docs/reference/protocols.md#fields). */
export const protocolTimer = { minimum: '00:10:00', default: '00:10:00' } as const;

const minimumSeconds = 600;
const maximumSeconds = 366 * 86_400;

const timerInterval = requiredText(20, 'Timer Interval is required').transform((value, check) => {
  const seconds = parseTimeSpan(value);
  if (seconds !== undefined && seconds >= minimumSeconds && seconds <= maximumSeconds) return formatTimeSpan(seconds);
  check.addIssue('Timer Interval must be at least 10 minutes, as HH:mm:ss.');
  return z.NEVER;
});

const modified = z.iso.datetime({ offset: true }).nullish();

/**
 * Body of PUT /v1/protocols; a null `tenantId` shares it with every tenant, an absent one means the request's tenant.
 */
export const protocolCreateSchema = z.object({
  name: requiredText(200, 'Please enter a name.'),
  description: text(2_000).nullish(),
  tenantId: z.guid().toLowerCase().nullish(),
  timerInverval: timerInterval.default(protocolTimer.default),
});

/**
 * Body of POST /v1/protocols/{id}: absent fields are unchanged; with `modified`, 409 when the row has changed since.
 */
export const protocolUpdateSchema = z.object({
  ...protocolCreateSchema.shape,
  name: protocolCreateSchema.shape.name.optional(),
  timerInverval: timerInterval.optional(),
  modified,
});

/** Body of PUT /v1/protocolActions: an action that runs, or is offered, on an event of a work unit of the protocol. */
export const protocolActionCreateSchema = z.object({
  protocolId: z.guid('Please choose a protocol.').toLowerCase(),
  actionDefinitionId: z.guid('Please choose an action.').toLowerCase(),
  workUnitEventTypeId: workUnitEventTypeSchema,
  /** Values of the action's input parameters, as an object or JSON text; unknown names are dropped. */
  parameters: parameterValuesSchema.default({}),
  /** Position among the actions of an event, ascending; after the last one when absent. */
  sequence: z.int32().min(0).optional(),
  summary: text(500).nullish(),
  /** Automatic actions run immediately; the others are listed under Pending Actions. */
  runAutomatically: z.boolean().default(false),
  /** Whether a manual action may run again while its unit stays in its state. */
  repeatable: z.boolean().default(false),
});

/**
 * Body of POST /v1/protocolActions/{id}: absent fields are unchanged; the protocol cannot be changed. An action that
 * moves to another event without a `sequence` becomes its last one.
 */
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

const actionIds = z.array(z.guid().toLowerCase()).max(maxProtocolActions);

/**
 * Body of POST /v1/protocols/{id}/actionOrder: the ids of all actions of an event in their new order. `expected` is the
 * order that the person saw; 409 when it is no longer the stored one.
 */
export const protocolActionOrderSchema = z
  .object({ workUnitEventTypeId: workUnitEventTypeSchema, expected: actionIds, protocolActionIds: actionIds })
  .refine(
    ({ expected, protocolActionIds }) => {
      const distinct = new Set(protocolActionIds);
      return (
        distinct.size === protocolActionIds.length &&
        distinct.size === expected.length &&
        expected.every((id) => distinct.has(id))
      );
    },
    { path: ['protocolActionIds'], error: 'Please list every action of the event once.' },
  );

export type ProtocolCreate = z.output<typeof protocolCreateSchema>;
export type ProtocolUpdate = z.output<typeof protocolUpdateSchema>;
export type ProtocolActionCreate = z.output<typeof protocolActionCreateSchema>;
export type ProtocolActionUpdate = z.output<typeof protocolActionUpdateSchema>;
export type ProtocolActionOrder = z.output<typeof protocolActionOrderSchema>;

/** A protocol action as returned by the API. */
export interface ProtocolAction {
  readonly protocolActionId: string;
  readonly protocolId: string;
  readonly actionDefinitionId: string;
  readonly workUnitEventTypeId: WorkUnitEventType;
  /** JSON text: values by parameter name. */
  readonly parameters: string;
  readonly sequence: number;
  readonly summary: string | null;
  readonly runAutomatically: boolean;
  readonly repeatable: boolean;
  readonly modified: string;
}

/** The values of the parameters that an action declares (`inputParameters`, comma-separated); others are dropped. */
export const knownParameters = (
  inputParameters: string | null,
  values: Readonly<Record<string, string | null>>,
): Record<string, string | null> => {
  const names = new Set(namesIn(inputParameters));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
};

const valueFault = (value: string): string | undefined => {
  const unknown = placeholdersIn(value).find((name) => !isWorkUnitPlaceholder(name));
  return unknown === undefined ? undefined : `The placeholder {{${unknown}}} is not known.`;
};

const templateFault = (name: string): string | undefined =>
  name === '' || emailTemplates.some((template) => template === name) ? undefined : `There is no template ${name}.`;

/**
 * The faults of the parameters of a protocol's action, by parameter: an unknown placeholder or template, and for an
 * automatic action a missing value of a `required` parameter, because nobody can enter it.
 */
export const protocolParameterFaults = (action: {
  readonly actionDefinitionId: string;
  readonly runAutomatically: boolean;
  readonly required: readonly string[];
  readonly parameters: ParameterValues;
}): Readonly<Record<string, string>> => {
  const sendsMail = action.actionDefinitionId === builtInActions.sendEmail;
  const faultOf = (name: string): string | undefined => {
    const value = action.parameters[name] ?? '';
    if (value.trim() === '' && action.runAutomatically && action.required.includes(name))
      return `${name} needs a value: it is part of the address that the action calls.`;
    return valueFault(value) ?? (sendsMail && name === 'Template' ? templateFault(value) : undefined);
  };
  const names = new Set([...Object.keys(action.parameters), ...action.required]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const fault = faultOf(name);
      return fault === undefined ? [] : [[name, fault]];
    }),
  );
};
