import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';

/** Handler of the steps that send a communication to the subscribers. */
export const publicationHandler = 'publish-communication';

/** The input of a step. */
export interface QueuedPublication {
  readonly communicationId: string;
}

/** Queues a step that sends the external report to the subscribers, if it differs from the last one sent. */
export const queuePublication = (
  { work }: Pick<Services, 'work'>,
  db: ScopedDatabase,
  context: Context,
  tenantId: string,
  communicationId: string,
): Promise<void> =>
  work.record(db, context, {
    tenantId,
    subject: { kind: publicationHandler, id: communicationId },
    kind: 'CommunicationChanged',
    payload: { communicationId },
    steps: [
      {
        action: 'publish',
        sequence: 0,
        handler: publicationHandler,
        input: { communicationId } satisfies QueuedPublication,
      },
    ],
  });
