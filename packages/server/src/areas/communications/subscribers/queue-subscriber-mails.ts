import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';

/** Handler of the steps that mail to a subscriber. */
export const subscriberMailHandler = 'subscriber-mail';

/** The input of a step. */
export interface QueuedSubscriberMail {
  readonly deliveryId: string;
}

/** Queues mails of the ledger in the caller's transaction; those to one subscriber keep their order. */
export const queueSubscriberMails = (
  { work }: Pick<Services, 'work'>,
  db: ScopedDatabase,
  context: Context,
  tenantId: string,
  deliveries: readonly { readonly delivery_id: string; readonly subscriber_id: string }[],
): Promise<void> =>
  work.recordAll(
    db,
    context,
    deliveries.map(({ delivery_id: deliveryId, subscriber_id: subscriberId }) => ({
      tenantId,
      subject: { kind: subscriberMailHandler, id: subscriberId },
      kind: 'SubscriberMail',
      payload: { deliveryId },
      steps: [
        {
          action: 'mail',
          sequence: 0,
          handler: subscriberMailHandler,
          lane: 'mail' as const,
          input: { deliveryId } satisfies QueuedSubscriberMail,
        },
      ],
    })),
  );
