import type { StatusPage, StatusPageWrite } from '@cfs/contracts/status-pages';
import type { Context } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import { expectTenant } from '../../tenants/expect-tenant.ts';
import { portalOrigin } from '../../work-units/read-described-unit.ts';
import { readTenantSwitch, writeTenantSwitch, type TenantSwitch } from '../tenant-switch.ts';
import { statusPagePath } from './status-page-path.ts';

type Needs = Pick<Services, 'gate' | 'configuration'>;

const publicPage: TenantSwitch = {
  table: 'status_pages',
  column: 'is_public',
  entity: 'StatusPage',
  property: 'isPublic',
};

const toWire = ({ configuration }: Needs, tenantId: string, isPublic: boolean): StatusPage => ({
  isPublic,
  address: `${portalOrigin(configuration)}${statusPagePath(tenantId)}`,
});

/** Whether a tenant has a public status page, and its address. Throws 404 for a tenant out of reach. */
export const readStatusPage = (services: Needs, context: Context, tenantId: string): Promise<StatusPage> =>
  services.gate.read(context, 'Tenants:view', async (db) => {
    await expectTenant(db, context, 'Tenants:view', tenantId);
    return toWire(services, tenantId, await readTenantSwitch(db, publicPage, tenantId));
  });

/** Publishes or withdraws the status page of a tenant. Throws 404 for a tenant out of reach. */
export const writeStatusPage = (
  services: Needs,
  context: Context,
  tenantId: string,
  { isPublic }: StatusPageWrite,
): Promise<StatusPage> =>
  services.gate.write(context, 'Tenants:edit', async (db, change) => {
    await expectTenant(db, context, 'Tenants:edit', tenantId);
    await writeTenantSwitch(db, change, publicPage, tenantId, isPublic);
    return toWire(services, tenantId, isPublic);
  });
