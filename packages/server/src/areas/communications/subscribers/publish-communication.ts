import { createHash } from 'node:crypto';
import { toExternalReport } from '@cfs/contracts/communication-reports';
import { deliveryKinds, deliveryStates, subscriberStates } from '@cfs/contracts/communication-subscribers';
import { sql } from 'kysely';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import { takeLock } from '../../../platform/database/take-lock.ts';
import type { StepHandler } from '../../../platform/durable-work/step-handler.ts';
import type { Services } from '../../../platform/services.ts';
import { readInternalReport } from '../read-internal-report.ts';
import { titleText } from '../report-texts.ts';
import type { QueuedPublication } from './queue-publication.ts';
import { queueSubscriberMails } from './queue-subscriber-mails.ts';
import { digestTimer } from './send-digest.ts';
import { spentBudget } from './spent-budget.ts';

const { Queued, Deferred } = deliveryStates;

interface Published {
  readonly delivery_id: string;
  readonly subscriber_id: string;
  readonly state: number;
  /** When the budget has room for the digest; null for a queued mail. */
  readonly due: Date | null;
}

/**
 * Adds a mail for each confirmed subscriber to the ledger: queued within the budget, otherwise deferred to a digest.
 * While a digest is due, further changes are deferred to it as well, so that it never competes with them for the
 * budget.
 */
const addDeliveries = (
  db: ScopedDatabase,
  options: {
    readonly tenantId: string;
    readonly communicationId: string;
    readonly subject: string;
    readonly budget: number;
    readonly now: Date;
  },
): Promise<Published[]> => {
  const { tenantId, communicationId, subject, budget, now } = options;
  return db.run<Published>(sql`
    with counted as materialized (
      select subscriber.subscriber_id, subscriber.address,
        case when recent.sent >= ${budget}::integer then recent.room
          when exists (
            select from subscriber_deliveries delivery
            where delivery.tenant_id = subscriber.tenant_id and delivery.subscriber_id = subscriber.subscriber_id
              and delivery.state = ${Deferred}
          ) then ${now}::timestamptz end as due
      from communication_subscribers subscriber
      cross join lateral (
        ${spentBudget(sql`subscriber.tenant_id`, sql`subscriber.subscriber_id`, now)}
      ) recent
      where subscriber.tenant_id = ${tenantId}::uuid and subscriber.state = ${subscriberStates.Confirmed}
        and ${db.scopeGuard}
    ), added as (
      insert into subscriber_deliveries
        (tenant_id, delivery_id, subscriber_id, address, kind, state, subject, work_unit_communication_id, created)
      select ${tenantId}::uuid, gen_random_uuid(), counted.subscriber_id, counted.address, ${deliveryKinds.Update}::smallint,
        (case when counted.due is null then ${Queued}::smallint else ${Deferred}::smallint end),
        ${subject}, ${communicationId}::uuid, ${now}::timestamptz
      from counted
      returning delivery_id, subscriber_id, state
    )
    select added.delivery_id, added.subscriber_id, added.state, counted.due
    from added join counted using (subscriber_id)`);
};

/**
 * Sends the external report of a communication to the subscribers of its tenant, unless it is the one that was last
 * sent: internal changes send no mail, and several changes before the worker runs send one mail.
 */
export const publishCommunication: StepHandler<Services> = async (step, services) => {
  const { communicationId } = step.input as QueuedPublication;
  const { tenantId, context } = step;
  const scope = ['WorkUnitCommunications:view', 'WorkUnits:view'] as const;
  const report = await services.gate.read(context, scope, (db) => readInternalReport(db, tenantId, communicationId));
  if (!report) return { kind: 'failed', reason: 'The communication no longer exists.' };
  const external = toExternalReport(report, report.activities);
  const contentHash = createHash('sha256').update(JSON.stringify(external)).digest();
  const subject = titleText(external);
  return {
    kind: 'done',
    apply: async (db) => {
      const now = context.clock.now();
      // Without the lock, two workers that count the same mails would both find room in the budget.
      await takeLock(db, `subscriber budgets ${tenantId}`);
      const published = await db
        .insertInto('communication_publications')
        .values({
          tenant_id: tenantId,
          work_unit_communication_id: communicationId,
          content_hash: contentHash,
          published: now,
        })
        .onConflict((last) =>
          last
            .columns(['tenant_id', 'work_unit_communication_id'])
            .doUpdateSet({ content_hash: contentHash, published: now })
            .where('communication_publications.content_hash', '<>', contentHash),
        )
        .returning('tenant_id')
        .executeTakeFirst();
      if (!published) return;
      const budget = services.configuration.limits.subscriberMailsPerDay;
      const deliveries = await addDeliveries(db, { tenantId, communicationId, subject, budget, now });
      await queueSubscriberMails(
        services,
        db,
        context,
        tenantId,
        deliveries.filter(({ state }) => state === Queued),
      );
      await services.work.schedule(
        db,
        deliveries.flatMap(({ subscriber_id: key, due }) => (due ? [{ tenantId, kind: digestTimer, key, due }] : [])),
      );
    },
  };
};
