import { subscriberStates } from '@cfs/contracts/communication-subscribers';
import { systemContext } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import { toSubscriber } from './subscriber-entity.ts';
import { readSubscriberLink, type SubscriberLink } from './subscriber-link.ts';

type Needs = Pick<Services, 'gate' | 'clock' | 'keys'>;

/** The payload of a confirmation link; `undefined` where its signature is not valid or it has expired. */
const openLink = ({ clock, keys }: Needs, token: string): SubscriberLink | undefined => {
  const link = readSubscriberLink(keys, 'confirm', token);
  return link?.expires !== undefined && link.expires > clock.now() ? link : undefined;
};

/** Whether the signature of a confirmation link is valid and it has not expired. */
export const isOpenConfirmation = (services: Needs, token: string): boolean => openLink(services, token) !== undefined;

/** Confirms the subscription that a link names; answers whether there is one. A second time changes nothing. */
export const confirmSubscription = async (services: Needs, token: string): Promise<boolean> => {
  const { gate, clock } = services;
  const link = openLink(services, token);
  if (!link) return false;
  const { tenantId, subscriberId } = link;
  const context = systemContext({ name: 'subscriber', clock, tenantId });
  return gate.write(context, 'WorkUnitCommunications:edit', async (db, change) => {
    const row = await db
      .selectFrom('communication_subscribers')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('subscriber_id', '=', subscriberId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return false;
    if (row.state === subscriberStates.Confirmed) return true;
    const confirmed = { state: subscriberStates.Confirmed, confirmed: clock.now() };
    await db
      .updateTable('communication_subscribers')
      .set(confirmed)
      .where('tenant_id', '=', tenantId)
      .where('subscriber_id', '=', subscriberId)
      .execute();
    const asSubscriber = change.as({ ...context, actor: { kind: 'system', name: row.address } });
    await asSubscriber.record({
      entity: 'Subscriber',
      id: subscriberId,
      tenantId,
      before: toSubscriber(row),
      after: toSubscriber({ ...row, ...confirmed }),
    });
    return true;
  });
};
