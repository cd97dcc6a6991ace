import type { ValidActionDefinition } from '@cfs/contracts/actions';
import { api, call } from '../../lib/api/api-client.ts';
import { readJson } from '../../lib/api/read-body.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import type { ActionDefinitionRow } from './action-definition.ts';
import { actionDefinitionSet } from './offered-actions.ts';

/** Creates an action, or updates the one with this id; invalidates lists. Resolves with the stored row. */
export const useSaveActionDefinition = () => {
  const refresh = useRefresh();
  return async (values: ValidActionDefinition, actionDefinitionId?: string): Promise<ActionDefinitionRow> => {
    const saved = actionDefinitionId
      ? await api.post<ActionDefinitionRow>(`${actionDefinitionSet}/${actionDefinitionId}`, values)
      : await api.put<ActionDefinitionRow>(actionDefinitionSet, values);
    await refresh(actionDefinitionSet);
    return saved;
  };
};

/** Deletes an action and its associations. Resolves with the message of the response. */
export const deleteActionDefinition = async (actionDefinitionId: string): Promise<string | undefined> => {
  const answer = await call('DELETE', `${actionDefinitionSet}/${actionDefinitionId}`);
  const { message } = await readJson<{ readonly message?: string }>(answer);
  return message;
};

/** Queues a test of an action. Resolves with the id of its delivery, by which its history is found. */
export const testActionDefinition = async (
  actionDefinitionId: string,
  values: Readonly<Record<string, string>>,
): Promise<string> =>
  (await api.post<{ readonly id: string }>(`${actionDefinitionSet}/${actionDefinitionId}/test`, values)).id;
