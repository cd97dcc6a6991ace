import { subscriberStates } from '@cfs/contracts/communication-subscribers';
import { systemContext } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { mayConfirm } from './may-receive.ts';
import { toSubscriber } from './subscriber-entity.ts';
import { readSubscriberLink, type SubscriberLink } from './subscriber-link.ts';
import type { SubscriberTable } from './subscriber-tables.ts';

type Needs = Pick<Services, 'gate' | 'clock' | 'keys' | 'snapshot'>;

const scope = 'WorkUnitCommunications:edit';

/** The payload of a confirmation link; `undefined` if its signature is not valid or it has expired. */
const openLink = ({ clock, keys }: Needs, token: string): SubscriberLink | undefined => {
  const link = readSubscriberLink(keys, 'confirm', token);
  return link?.expires !== undefined && link.expires > clock.now() ? link : undefined;
};

const contextOf = ({ clock }: Needs, { tenantId }: SubscriberLink) =>
  systemContext({ name: 'subscriber', clock, tenantId });

const ofLink = (db: ScopedDatabase, { tenantId, subscriberId }: SubscriberLink) =>
  db
    .selectFrom('communication_subscribers')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('subscriber_id', '=', subscriberId);

/** Whether a link confirms the subscriber: since it was mailed, subscriptions of visitors may have been disabled. */
const isConfirmable = async (services: Needs, db: ScopedDatabase, row: SubscriberTable): Promise<boolean> =>
  row.state === subscriberStates.Confirmed || mayConfirm(services, db, row.tenant_id, row.address);

/** Whether `confirmSubscription` would confirm the subscription that a link names, or has done so. */
export const isOpenConfirmation = async (services: Needs, token: string): Promise<boolean> => {
  const link = openLink(services, token);
  if (!link) return false;
  return services.gate.read(contextOf(services, link), scope, async (db) => {
    const row = await ofLink(db, link).executeTakeFirst();
    return row !== undefined && isConfirmable(services, db, row);
  });
};

/**
 * Confirms the subscription that a link names; resolves with whether there is one that may be confirmed. Idempotent.
 */
export const confirmSubscription = async (services: Needs, token: string): Promise<boolean> => {
  const { gate, clock } = services;
  const link = openLink(services, token);
  if (!link) return false;
  const { tenantId, subscriberId } = link;
  const context = contextOf(services, link);
  return gate.write(context, scope, async (db, change) => {
    const row = await ofLink(db, link).forUpdate().executeTakeFirst();
    if (!row || !(await isConfirmable(services, db, row))) return false;
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
