import { placeholdersIn, secretIn } from '@cfs/contracts/action-placeholders';
import { secretNamesIn } from '@cfs/contracts/secrets';
import type { Selectable } from 'kysely';
import type { Step } from '../../platform/durable-work/step-handler.ts';
import type { Services } from '../../platform/services.ts';
import { readSecretValues } from '../secrets/read-secret-values.ts';
import type { ActionOrder } from './action-order.ts';
import type { ActionDefinitionTable } from './action-table.ts';
import { createRedaction } from './redact-secrets.ts';

type Definition = Pick<Selectable<ActionDefinitionTable>, 'endpoint_url' | 'headers' | 'body'>;

/** Names of the secrets that the action sends: its definition reads them, or a parameter that the definition uses. */
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

/** Why an action does not run that reads a secret which the tenant does not have. */
export const missingSecretMessage = (name: string): string =>
  `The tenant has no secret "${name}" any more. Create it again, or change the action.`;

/**
 * The order of an HTTP action, whose placeholders now resolve to the secrets of the tenant that it runs for, as they are
 * at this attempt; a text says which of them the tenant does not have.
 *
 * @throws SealedValueError when the master key is not the one that they were encrypted under.
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
