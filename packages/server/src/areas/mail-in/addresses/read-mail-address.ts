import type { MailAddress } from '@cfs/contracts/mail-addresses';
import type { Context } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import { expectTenant } from '../../tenants/expect-tenant.ts';

/** Reads the mail address of a tenant. Throws 404 for a tenant in which the caller lacks the permission. */
export const readMailAddress = (
  { gate, configuration }: Pick<Services, 'gate' | 'configuration'>,
  context: Context,
  tenantId: string,
): Promise<MailAddress> =>
  gate.read(context, 'Tenants:view', async (db) => {
    await expectTenant(db, context, 'Tenants:view', tenantId);
    const row = await db
      .selectFrom('mail_addresses')
      .select('local_part')
      .where('tenant_id', '=', tenantId)
      .executeTakeFirst();
    return { localPart: row?.local_part ?? '', domain: configuration.mailIn?.domain ?? null };
  });
