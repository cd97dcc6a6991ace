import { fillPlaceholders } from '@cfs/contracts/action-placeholders';
import type { AgentParameter } from '@cfs/contracts/agent-operations';
import type { OperationParameter } from '@cfs/contracts/device-operations';
import type { ParameterDefinition } from '@cfs/contracts/packages';

/** A parameter references a secret that does not exist or cannot be decrypted. */
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
 * Resolves parameters for the agent, with the values of secrets filled in. A parameter without a value has its default
 * and is omitted if it has none.
 *
 * @throws MissingSecretError if a referenced secret is not in `secrets`.
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
    // A secured value has no default: only a device operation can reference the secrets of its tenant.
    if ((DefaultValue ?? '') === '' || Source === 'SecuredValue') return [];
    return [{ name: Name, source: Source, value: DefaultValue ?? '', secrets: [] }];
  });
};
