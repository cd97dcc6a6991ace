import { fillPlaceholders } from '@cfs/contracts/action-placeholders';
import type { AgentParameter } from '@cfs/contracts/agent-operations';
import type { OperationParameter } from '@cfs/contracts/device-operations';
import type { ParameterDefinition } from '@cfs/contracts/packages';

/** A parameter reads a secret that cannot be read. */
export class MissingSecretError extends Error {
  override readonly name = 'MissingSecretError';
}

const resolveOne = (
  { Name, Source, Value, SecuredValues }: OperationParameter,
  secrets: ReadonlyMap<string, string>,
): AgentParameter => {
  if (Source !== 'SecuredValue') return { name: Name, source: Source, value: Value ?? '', secrets: [] };
  const values = new Map(
    (SecuredValues ?? []).map(({ PlaceholderKeyForSecretValue: key, SecuredSourceKeyToGetSecretValue: name }) => {
      const value = secrets.get(name);
      if (value === undefined) throw new MissingSecretError(`The tenant has no secret "${name}".`);
      return [key, value];
    }),
  );
  return {
    name: Name,
    source: Source,
    value: fillPlaceholders(Value ?? '', (key) => values.get(key) ?? ''),
    secrets: [...new Set(values.values())],
  };
};

/**
 * The parameters as the agent gets them, with the secrets in them; a parameter without a value has its default.
 *
 * @throws MissingSecretError
 */
export const resolveParameters = (
  definitions: readonly ParameterDefinition[],
  parameters: readonly OperationParameter[],
  secrets: ReadonlyMap<string, string>,
): AgentParameter[] => {
  const given = new Map(parameters.map((parameter) => [parameter.Name, parameter]));
  return definitions.flatMap(({ Name, Source, DefaultValue }) => {
    const parameter = given.get(Name);
    if (parameter && (parameter.Value ?? '') !== '') return [resolveOne(parameter, secrets)];
    // A secured value has no default: only a device operation names the secrets of its tenant.
    if ((DefaultValue ?? '') === '' || Source === 'SecuredValue') return [];
    return [{ name: Name, source: Source, value: DefaultValue ?? '', secrets: [] }];
  });
};
