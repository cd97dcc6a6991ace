import { actionDefinitionTypes, builtInActions } from '@cfs/contracts/action-enumerations';
import type { ProtocolActionCreate } from '@cfs/contracts/protocols';
import { createDefinition } from '../../areas/actions/definitions/change-definition.ts';
import { createProtocolAction } from '../../areas/protocols/write-protocol-actions.ts';
import { createProtocol } from '../../areas/protocols/write-protocols.ts';
import type { Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';

const mail = (
  action: Pick<ProtocolActionCreate, 'workUnitEventTypeId' | 'summary' | 'parameters' | 'sequence'> &
    Partial<ProtocolActionCreate>,
): Omit<ProtocolActionCreate, 'protocolId'> => ({
  actionDefinitionId: builtInActions.sendEmail,
  runAutomatically: false,
  repeatable: false,
  ...action,
});

const steps: readonly Omit<ProtocolActionCreate, 'protocolId'>[] = [
  mail({
    workUnitEventTypeId: 'OnAcknowledged',
    summary: 'Tell operations that somebody is on it',
    parameters: { Template: 'Simple', Subject: '{{Title}} is being looked at' },
    sequence: 1,
    runAutomatically: true,
  }),
  mail({
    workUnitEventTypeId: 'OnResolved',
    summary: 'Give the all-clear',
    parameters: { Template: 'AllClear' },
    sequence: 1,
    runAutomatically: true,
  }),
  mail({
    workUnitEventTypeId: 'OnNew',
    summary: 'Alert the duty manager',
    parameters: { To: 'duty.manager@contoso.example', Template: 'GeneralAlert' },
    sequence: 1,
  }),
  mail({
    workUnitEventTypeId: 'OnInProgress',
    summary: 'Send an update to the site',
    parameters: { To: 'site.contacts@contoso.example', Template: 'Detailed' },
    sequence: 1,
    repeatable: true,
  }),
];

/** Creates a protocol with automatic mails and with manual actions; resolves with its id. */
export async function createDemoProtocol(services: Services, context: Context, tenantId: string): Promise<string> {
  const protocolId = await createProtocol(services, context, {
    tenantId,
    name: 'Major incident',
    description: 'Who is told what while an incident runs its course.',
    timerInverval: '01:00:00',
  });
  for (const step of steps) await createProtocolAction(services, context, { ...step, protocolId });
  const ticket = await createDefinition(services, context, {
    tenantId,
    name: 'Open a supplier ticket',
    description: 'Asks the supplier of the equipment for help.',
    actionDefinitionTypeId: actionDefinitionTypes.ProtocolAction,
    inputParameters: 'Supplier,Urgency',
    endpointUrl: 'https://tickets.example.com/api/tickets',
    httpMethod: 'POST',
    headers: null,
    body: '{"supplier":"{{Supplier}}","urgency":"{{Urgency}}","title":"{{Title}}","reference":"{{PublicWorkUnitId}}"}',
  });
  await createProtocolAction(services, context, {
    protocolId,
    actionDefinitionId: ticket,
    workUnitEventTypeId: 'OnAcknowledged',
    parameters: { Supplier: 'Northwind Hardware', Urgency: 'high' },
    sequence: 2,
    summary: 'Ask the supplier for help',
    runAutomatically: false,
    repeatable: false,
  });
  return protocolId;
}
