import type { OperationParameter } from '@cfs/contracts/device-operations';
import type { ParameterDefinition } from '@cfs/contracts/packages';
import { secretPlaceholder } from '@cfs/contracts/secrets';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { invalid } from '../../platform/problems.ts';
import { findUnknownSecrets, unknownSecretMessage } from '../secrets/find-unknown-secrets.ts';

const faultsOf = (
  definitions: readonly ParameterDefinition[],
  parameters: readonly OperationParameter[],
): readonly string[] => {
  const unknown = parameters.filter(({ Name }) => !definitions.some((definition) => definition.Name === Name));
  const missing = definitions.filter(({ Name, Required, DefaultValue }) => {
    const given = parameters.find((parameter) => parameter.Name === Name)?.Value ?? '';
    return Required && given === '' && (DefaultValue ?? '') === '';
  });
  return [
    ...unknown.map(({ Name }) => `The operation has no parameter ${Name}.`),
    ...missing.map(({ Name }) => `${Name} is required.`),
  ];
};

/** The distinct names of the secrets that the parameters reference. */
export const secretsOf = (parameters: readonly OperationParameter[]): string[] => [
  ...new Set(
    parameters.flatMap(({ SecuredValues }) =>
      (SecuredValues ?? []).map(({ SecuredSourceKeyToGetSecretValue }) => SecuredSourceKeyToGetSecretValue),
    ),
  ),
];

/**
 * Checks parameters against their definitions. The secrets that they reference are locked against deletion until the
 * transaction ends.
 *
 * @throws 400 with every error under `Parameters`.
 */
export const checkParameters = async (
  db: ScopedDatabase,
  tenantId: string,
  definitions: readonly ParameterDefinition[],
  parameters: readonly OperationParameter[],
): Promise<void> => {
  const faults = faultsOf(definitions, parameters);
  const unknown = await findUnknownSecrets(db, tenantId, secretsOf(parameters).map(secretPlaceholder));
  const all = [...faults, ...unknown.map(unknownSecretMessage)];
  if (all.length > 0) throw invalid({ Parameters: all });
};
