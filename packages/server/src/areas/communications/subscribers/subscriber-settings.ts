import type { SubscriberSettings } from '@cfs/contracts/communication-subscribers';
import type { Context } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import { expectTenant } from '../../tenants/expect-tenant.ts';
import { readTenantSwitch, writeTenantSwitch, type TenantSwitch } from '../tenant-switch.ts';

type Needs = Pick<Services, 'gate'>;

const scope = 'WorkUnitCommunications:edit';

const visitors: TenantSwitch = {
  table: 'subscriber_settings',
  column: 'allows_visitors',
  entity: 'SubscriberSettings',
  property: 'allowsVisitors',
};

/** Whether visitors may subscribe in a tenant. Throws 404 for a tenant without the permission. */
export const readSubscriberSettings = (
  { gate }: Needs,
  context: Context,
  tenantId: string,
): Promise<SubscriberSettings> =>
  gate.read(context, scope, async (db) => {
    await expectTenant(db, context, scope, tenantId);
    return { allowsVisitors: await readTenantSwitch(db, visitors, tenantId) };
  });

/** Sets whether visitors may subscribe in a tenant. Throws 404 for a tenant without the permission. */
export const writeSubscriberSettings = (
  { gate }: Needs,
  context: Context,
  tenantId: string,
  { allowsVisitors }: SubscriberSettings,
): Promise<SubscriberSettings> =>
  gate.write(context, scope, async (db, change) => {
    await expectTenant(db, context, scope, tenantId);
    await writeTenantSwitch(db, change, visitors, tenantId, allowsVisitors);
    return { allowsVisitors };
  });
