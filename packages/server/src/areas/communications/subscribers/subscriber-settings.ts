import type { SubscriberSettings } from '@cfs/contracts/communication-subscribers';
import type { Context } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import { expectTenant } from '../../tenants/expect-tenant.ts';

type Needs = Pick<Services, 'gate'>;

const scope = 'WorkUnitCommunications:edit';

/** Whether visitors may subscribe in a tenant. Throws 404 for a tenant without the permission. */
export const readSubscriberSettings = (
  { gate }: Needs,
  context: Context,
  tenantId: string,
): Promise<SubscriberSettings> =>
  gate.read(context, scope, async (db) => {
    await expectTenant(db, context, scope, tenantId);
    const row = await db
      .selectFrom('subscriber_settings')
      .select('allows_visitors')
      .where('tenant_id', '=', tenantId)
      .executeTakeFirst();
    return { allowsVisitors: row?.allows_visitors ?? false };
  });

/** Lets visitors subscribe in a tenant, or not. Throws 404 for a tenant without the permission. */
export const writeSubscriberSettings = (
  { gate }: Needs,
  context: Context,
  tenantId: string,
  { allowsVisitors }: SubscriberSettings,
): Promise<SubscriberSettings> =>
  gate.write(context, scope, async (db, change) => {
    await expectTenant(db, context, scope, tenantId);
    const row = await db
      .selectFrom('subscriber_settings')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .forUpdate()
      .executeTakeFirst();
    if ((row?.allows_visitors ?? false) === allowsVisitors) return { allowsVisitors };
    const modified = row ? change.modified(row) : undefined;
    const created = change.created();
    await db
      .insertInto('subscriber_settings')
      .values({ tenant_id: tenantId, allows_visitors: allowsVisitors, ...created })
      .onConflict((known) =>
        known.column('tenant_id').doUpdateSet({
          allows_visitors: allowsVisitors,
          ...(modified ?? { modified: created.modified, modified_by: created.modified_by }),
        }),
      )
      .execute();
    await change.record({
      entity: 'SubscriberSettings',
      id: tenantId,
      tenantId,
      ...(row && { before: { allowsVisitors: row.allows_visitors } }),
      after: { allowsVisitors },
    });
    return { allowsVisitors };
  });
