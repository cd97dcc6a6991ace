import { builtInActions } from '@cfs/contracts/action-enumerations';
import { testTenantId } from '../../../ui/testing/render.tsx';
import type { ActionDefinitionRow } from '../action-definition.ts';
import type { ActionHistoryEntry } from '../history/action-history.ts';

export const definitionId = 'c0000000-0000-4000-8000-000000000001';

/** An HTTP action of a tenant. */
export const definitionRow: ActionDefinitionRow = {
  actionDefinitionId: definitionId,
  name: 'Page somebody',
  description: null,
  actionDefinitionTypeId: 4,
  tenantId: testTenantId,
  tenant: { name: 'Own' },
  inputParameters: 'Who',
  endpointUrl: 'https://pager.example.com/{{Who}}',
  httpMethod: 'PUT',
  headers: 'X-Why: {{secret:why}}',
  body: '{"label":"{{Label}}"}',
  modified: '2026-03-01T09:00:00.000Z',
};

/** A built-in action of all tenants. */
export const sendEmailRow: ActionDefinitionRow = {
  actionDefinitionId: builtInActions.sendEmail,
  name: 'Send Email',
  description: 'Sends a mail made from a template.',
  actionDefinitionTypeId: 5,
  tenantId: null,
  tenant: null,
  inputParameters: 'To,Subject',
  endpointUrl: null,
  httpMethod: null,
  headers: null,
  body: null,
  modified: '2026-03-01T09:00:00.000Z',
};

/** An entry of the history of {@link definitionRow}. */
export const historyEntry = (
  changes: Partial<ActionHistoryEntry> & Pick<ActionHistoryEntry, 'attempt'>,
): ActionHistoryEntry => ({
  actionHistoryId: `e0000000-0000-4000-8000-00000000000${changes.attempt}`,
  tenantId: testTenantId,
  actionDefinitionId: definitionId,
  actionDefinition: { name: 'Page somebody' },
  actionProcessed: `2026-03-01T10:00:0${changes.attempt}.000Z`,
  resultStatusId: 1,
  inputParameters: '{"Who":"Ann"}',
  resultDetail: `Detail ${changes.attempt}`,
  correlationId: null,
  referenceId: null,
  messageId: 'd0000000-0000-4000-8000-000000000001',
  protocolActionId: null,
  request: JSON.stringify({
    kind: 'http',
    method: 'PUT',
    url: 'https://pager.example.com/Ann',
    headers: { 'x-why': '{{secret:why}}' },
    body: '{"label":"Boiler"}',
  }),
  responseStatus: 204,
  durationMilliseconds: 120,
  nextAttempt: null,
  ...changes,
});
