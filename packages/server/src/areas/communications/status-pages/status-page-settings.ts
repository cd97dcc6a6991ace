import type { StatusPage, StatusPageWrite } from '@cfs/contracts/status-pages';
import type { Context } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import { expectTenant } from '../../tenants/expect-tenant.ts';
import { portalOrigin } from '../../work-units/read-described-unit.ts';
import { statusPagePath } from './status-page-path.ts';

type Needs = Pick<Services, 'gate' | 'configuration'>;

const toWire = ({ configuration }: Needs, tenantId: string, isPublic: boolean): StatusPage => ({
  isPublic,
  address: `${portalOrigin(configuration)}${statusPagePath(tenantId)}`,
});

/** Whether a tenant has a public status page, and where. Throws 404 for a tenant out of reach. */
export const readStatusPage = (services: Needs, context: Context, tenantId: string): Promise<StatusPage> =>
  services.gate.read(context, 'Tenants:view', async (db) => {
    await expectTenant(db, context, 'Tenants:view', tenantId);
    const row = await db
      .selectFrom('status_pages')
      .select('is_public')
      .where('tenant_id', '=', tenantId)
      .executeTakeFirst();
    return toWire(services, tenantId, row?.is_public ?? false);
  });

/** Publishes the status page of a tenant, or takes it back. Throws 404 for a tenant out of reach. */
export const writeStatusPage = (
  services: Needs,
  context: Context,
  tenantId: string,
  { isPublic }: StatusPageWrite,
): Promise<StatusPage> =>
  services.gate.write(context, 'Tenants:edit', async (db, change) => {
    await expectTenant(db, context, 'Tenants:edit', tenantId);
    const row = await db
      .selectFrom('status_pages')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .forUpdate()
      .executeTakeFirst();
    if ((row?.is_public ?? false) === isPublic) return toWire(services, tenantId, isPublic);
    const modified = row ? change.modified(row) : undefined;
    const created = change.created();
    await db
      .insertInto('status_pages')
      .values({ tenant_id: tenantId, is_public: isPublic, ...created })
      .onConflict((known) =>
        known.column('tenant_id').doUpdateSet({
          is_public: isPublic,
          ...(modified ?? { modified: created.modified, modified_by: created.modified_by }),
        }),
      )
      .execute();
    await change.record({
      entity: 'StatusPage',
      id: tenantId,
      tenantId,
      ...(row && { before: { isPublic: row.is_public } }),
      after: { isPublic },
    });
    return toWire(services, tenantId, isPublic);
  });
