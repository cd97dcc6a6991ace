import { namesIn, type OfferedAction } from '@cfs/contracts/actions';
import { parameterValuesSchema, type ParameterValues } from '@cfs/contracts/parameter-values';
import {
  knownParameters,
  protocolActionCreateSchema,
  protocolParameterFaults,
  type ProtocolActionUpdate,
} from '@cfs/contracts/protocols';
import { text } from '@cfs/contracts/text';
import type { WorkUnitEventType } from '@cfs/contracts/work-unit-enumerations';
import { z } from 'zod';
import type { ProtocolActionRow } from './protocol-action-row.ts';

/** An action as the form holds it. */
export interface ProtocolActionValues {
  workUnitEventTypeId: WorkUnitEventType | null;
  actionDefinitionId: string | null;
  summary: string | null;
  runAutomatically: boolean;
  repeatable: boolean;
  /** Keyed by `parameterKey`; includes those of every action that was chosen since the form was opened. */
  parameters: Record<string, string | null | undefined>;
  modified?: string | null;
}

/** The key of a parameter in the form. It has no dots, commas or brackets, which the form would parse as a path. */
export const parameterKey = (name: string): string =>
  `p${[...name].map((sign) => (/[\p{L}\p{N}_-]/u.test(sign) ? sign : `$${String(sign.codePointAt(0))}$`)).join('')}`;

export const blankProtocolAction: ProtocolActionValues = {
  workUnitEventTypeId: null,
  actionDefinitionId: null,
  summary: null,
  runAutomatically: false,
  repeatable: false,
  parameters: {},
};

/** The stored parameters that the action's definition names. */
const storedParameters = ({ parameters, actionDefinition }: ProtocolActionRow): ParameterValues =>
  knownParameters(actionDefinition.inputParameters, parameterValuesSchema.catch({}).parse(parameters));

export const valuesOf = (action: ProtocolActionRow): ProtocolActionValues => ({
  workUnitEventTypeId: action.workUnitEventTypeId,
  actionDefinitionId: action.actionDefinitionId,
  summary: action.summary,
  runAutomatically: action.runAutomatically,
  repeatable: action.repeatable,
  parameters: Object.fromEntries(
    Object.entries(storedParameters(action)).map(([name, value]) => [parameterKey(name), value]),
  ),
  modified: action.modified,
});

/** The fields of an action that the form needs. */
export type ChosenAction = Pick<
  OfferedAction,
  'actionDefinitionId' | 'name' | 'description' | 'inputParameters' | 'requiredParameters'
>;

const { workUnitEventTypeId, actionDefinitionId, runAutomatically, repeatable } = protocolActionCreateSchema.shape;

/**
 * Returns a schema that checks the form's values as the contract does. Its result has only the parameters of the chosen
 * action, keyed by name.
 */
export const protocolActionForm = (actions: readonly ChosenAction[]) =>
  z
    .object({
      workUnitEventTypeId,
      actionDefinitionId,
      summary: text(500).nullish(),
      runAutomatically,
      repeatable,
      parameters: z.record(z.string(), text(10_000).nullish()),
      modified: z.string().nullish(),
    })
    .transform(({ parameters, ...action }, context): ProtocolActionUpdate & typeof action => {
      const chosen = actions.find((each) => each.actionDefinitionId === action.actionDefinitionId);
      const given: ParameterValues = Object.fromEntries(
        namesIn(chosen?.inputParameters).flatMap((name) => {
          const value = parameters[parameterKey(name)] ?? '';
          return value === '' ? [] : [[name, value]];
        }),
      );
      const required = chosen?.requiredParameters ?? [];
      const faults = protocolParameterFaults({ ...action, required, parameters: given });
      for (const [name, message] of Object.entries(faults))
        context.addIssue({ code: 'custom', path: ['parameters', parameterKey(name)], message });
      return { ...action, parameters: given };
    }) as unknown as z.ZodType<ProtocolActionUpdate & { actionDefinitionId: string }, ProtocolActionValues>;
