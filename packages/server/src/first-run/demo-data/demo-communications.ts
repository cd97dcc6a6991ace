import { communicationActivityCreateSchema, communicationCreateSchema } from '@cfs/contracts/communications';
import { createCommunicationActivity } from '../../areas/communications/activities/write-communication-activities.ts';
import { createCommunication, updateCommunication } from '../../areas/communications/write-communications.ts';
import type { Services } from '../../platform/services.ts';
import { at, personOf } from './demo-acting.ts';
import type { DemoPerson } from './demo-people.ts';

const minuteMilliseconds = 60_000;

const steps = [
  { details: 'The supplier of the line confirms a fault in its network.', isComplete: true, isCustomerFacing: true },
  { details: 'Called the second level of the supplier; ticket 88-1207.', isComplete: true, isCustomerFacing: false },
  {
    details: 'The supplier replaces a module; traffic takes the backup line.',
    isComplete: false,
    isCustomerFacing: true,
  },
] as const;

/** Creates the reports on one ongoing event of the tenant: begun 90 minutes ago, next update due in 30 minutes. */
export async function createCommunications(
  services: Services,
  tenantId: string,
  people: readonly DemoPerson[],
): Promise<void> {
  const operator = personOf(people, 'operator');
  const now = services.clock.now().getTime();
  const moment = (minutes: number): Date => new Date(now + minutes * minuteMilliseconds);
  const time = (minutes: number): string => moment(minutes).toISOString();
  const { workUnitCommunicationId } = await createCommunication(
    services,
    at(operator, moment(-85), tenantId),
    communicationCreateSchema.parse({
      tenantId,
      title: 'Slow connections to the data centre',
      serviceManager: operator.email,
      details: 'Round trips of 400 ms on the primary line, first seen by the synthetic checks.',
      maximumImpact: 'No connection to the data centre from any site.',
      impactedServices: 'Mail, file shares, remote desktops',
      internalBridge: 'Bridge 3, PIN at the service desk',
      eventStarted: time(-90),
      nextUpdate: time(-30),
    }),
  );
  await updateCommunication(services, at(operator, moment(-40), tenantId), workUnitCommunicationId, {
    status: 'ConfirmedImpact',
    currentImpact: 'Connections from all sites are slow; nothing is lost.',
    eventEngaged: time(-80),
    nextUpdate: time(30),
    nextInternalUpdate: time(15),
  });
  for (const [index, step] of steps.entries())
    await createCommunicationActivity(
      services,
      at(operator, moment(-60 + index * 10), tenantId),
      communicationActivityCreateSchema.parse({ workUnitCommunicationId, ...step }),
    );
}
