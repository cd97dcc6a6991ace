import { placeholdersIn, secretIn } from '@cfs/contracts/action-placeholders';
import { secretNamesIn } from '@cfs/contracts/secrets';
import type { Selectable } from 'kysely';
import type { Step } from '../../../platform/durable-work/step-handler.ts';
import type { Services } from '../../../platform/services.ts';
import { readSecretValues } from '../../secrets/read-secret-values.ts';
import type { ActionOrder } from '../action-order.ts';
import type { ActionDefinitionTable } from '../action-table.ts';
import { createRedaction } from './redact-secrets.ts';

type Definition = Pick<Selectable<ActionDefinitionTable>, 'endpoint_url' | 'headers' | 'body'>;

/**
 * Returns the names of the secrets that an action sends: those in its definition and in the parameters that it uses.
 */
export const secretsSent = (
  { parameters }: Pick<ActionOrder, 'parameters'>,
  { endpoint_url, headers, body }: Definition,
): string[] => {
  const texts = [endpoint_url, headers, body];
  const used = new Set(texts.flatMap((text) => placeholdersIn(text ?? '')));
  return secretNamesIn([
    ...texts,
    ...Object.entries(parameters).flatMap(([name, text]) => (used.has(name) ? text : [])),
  ]);
};

/** Why an action that reads a missing secret of the tenant does not run. */
export const missingSecretMessage = (name: string): string =>
  `The tenant no longer has the secret "${name}". Create it again, or change the action.`;

/**
 * Returns the order of an HTTP action with placeholders that resolve to the current secrets of the tenant that it runs
 * for; a message instead if the tenant does not have one of them.
 *
 * @throws SealedValueError if the secrets were encrypted under another master key.
 */
export const withActionSecrets = async (
  services: Services,
  step: Step,
  order: ActionOrder,
  definition: Definition,
): Promise<ActionOrder | string> => {
  const names = secretsSent(order, definition);
  const values = await readSecretValues(services, step.context, order.tenantId, names);
  const missing = names.find((name) => !values.has(name));
  if (missing !== undefined) return missingSecretMessage(missing);
  const valueOf = (placeholder: string): string | undefined => {
    const name = secretIn(placeholder);
    return name === undefined ? order.valueOf(placeholder) : values.get(name);
  };
  return { ...order, valueOf, redact: createRedaction([...values.values()]) };
};
