import { subscriptionCreateSchema } from '@cfs/contracts/subscriptions';
import { z } from 'zod';
import { listPart } from '../../platform/tenant-configuration/configuration-part.ts';
import type { AreaConfiguration } from '../../platform/tenant-configuration/configuration-part.ts';
import { parseBody } from '../../platform/tenant-configuration/item-faults.ts';
import { readSubscriptionNames } from './read-subscription-names.ts';
import { createSubscription } from './write-subscriptions.ts';

const itemSchema = z.strictObject({ name: z.string().trim().min(1).max(200) });
type Item = z.output<typeof itemSchema>;

const part = listPart({
  key: 'subscriptions',
  noun: 'subscription',
  after: [],
  schema: itemSchema,
  nameOf: ({ name }: Item) => name,
  namesIn: ({ name }) => [['subscription', name]],
  read: ({ db, tenantId }) => readSubscriptionNames(db, tenantId),
  toItem: ({ name }) => ({ name }),
  toBody: ({ name }) => parseBody(subscriptionCreateSchema, { name }),
  async create({ services, context, names }, body) {
    const { name, subscriptionId } = await createSubscription(services, context, body);
    names.add('subscription', name, subscriptionId);
  },
  change: () => Promise.resolve(),
  removal: { verb: 'keep', reason: 'devices, blocks and rules may belong to it.' },
});

/** Subscriptions in the configuration of a tenant. */
export const subscriptionsConfiguration: AreaConfiguration = {
  parts: [part],
  names: [{ kind: 'subscription', read: readSubscriptionNames }],
};
