import { builtInActions } from '@cfs/contracts/action-enumerations';
import { isGuid } from '@cfs/contracts/guid';
import type { RuleAction } from '@cfs/contracts/rules';
import { z } from 'zod';
import type { Reading } from '../../../platform/tenant-configuration/configuration-part.ts';
import { itemFault, type FaultPath } from '../../../platform/tenant-configuration/item-faults.ts';
import { referenceSchema } from '../../../platform/tenant-configuration/names.ts';
import { looseText, sortedParameters } from '../../../platform/tenant-configuration/schemas.ts';

const valueSchema = z.union([
  looseText,
  z.strictObject({ protocol: referenceSchema }),
  z.strictObject({ tenant: z.literal('this') }),
  z.null(),
]);

/** An action of a rule in a file. */
export const actionSchema = z.strictObject({
  action: referenceSchema,
  parameters: z.record(z.string().max(100), valueSchema).default({}).transform(sortedParameters),
});

export type ActionItem = z.output<typeof actionSchema>;

const toValue = (name: string, value: string | null, { names, tenantId }: Reading): unknown => {
  if (value === null) return null;
  if (name === 'ProtocolId' && isGuid(value)) return { protocol: names.referenceTo('protocol', value.toLowerCase()) };
  return name === 'TenantId' && value.toLowerCase() === tenantId ? { tenant: 'this' } : value;
};

/** Converts a stored action to the file format. */
export const toActionItem = ({ ActionDefinitionId, Parameters }: RuleAction, reading: Reading) => {
  const makesUnit = ActionDefinitionId === builtInActions.createWorkUnit;
  const parameters = Object.entries(Parameters).map(
    ([name, value]) => [name, makesUnit ? toValue(name, value, reading) : value] as const,
  );
  return {
    action: reading.names.referenceTo('action', ActionDefinitionId),
    ...(parameters.length > 0 && { parameters: sortedParameters(Object.fromEntries(parameters)) }),
  };
};

/** Converts an action of the file to the format of the body of a rule. */
export const toRuleAction = ({ action, parameters }: ActionItem, reading: Reading, path: FaultPath) => {
  const ActionDefinitionId = reading.names.idOf('action', action, [...path, 'action']);
  const makesUnit = ActionDefinitionId === builtInActions.createWorkUnit;
  const Parameters = Object.entries(parameters).map(([name, value]): readonly [string, string | null] => {
    const place = [...path, 'parameters', name];
    if (value === null) return [name, null];
    if (typeof value === 'string') {
      if (makesUnit && name.endsWith('Id') && isGuid(value))
        throw itemFault(place, `${name} requires a name: write ${name === 'TenantId' ? 'tenant: this' : 'protocol'}.`);
      return [name, value];
    }
    const isInPlace = makesUnit && ('tenant' in value ? name === 'TenantId' : name === 'ProtocolId');
    if (!isInPlace) throw itemFault(place, `${name} requires a text.`);
    return [name, 'tenant' in value ? reading.tenantId : reading.names.idOf('protocol', value.protocol, place)];
  });
  return { ActionDefinitionId, Parameters: Object.fromEntries(Parameters) };
};
