import type { MailAddress, MailAddressWrite } from '@cfs/contracts/mail-addresses';
import type { Context } from '../../../platform/context.ts';
import { conflict } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { expectTenant } from '../../tenants/expect-tenant.ts';

const entity = 'MailAddress';
const taken = 'Another tenant already uses this address.';

/**
 * Sets or removes the address of a tenant, to which mails open requests.
 *
 * @throws 404 for a tenant in which the caller lacks the permission, 409 for an address of another tenant.
 */
export const writeMailAddress = (
  { gate, configuration }: Pick<Services, 'gate' | 'configuration'>,
  context: Context,
  tenantId: string,
  { localPart }: MailAddressWrite,
): Promise<MailAddress> =>
  gate.write(context, 'Tenants:edit', async (db, change) => {
    await expectTenant(db, context, 'Tenants:edit', tenantId);
    const answer = { localPart, domain: configuration.mailIn?.domain ?? null };
    const row = await db
      .selectFrom('mail_addresses')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .forUpdate()
      .executeTakeFirst();
    if ((row?.local_part ?? '') === localPart) return answer;
    const record = { entity, id: tenantId, tenantId, ...(row && { before: { localPart: row.local_part } }) };
    if (localPart === '') {
      await db.deleteFrom('mail_addresses').where('tenant_id', '=', tenantId).execute();
      await change.record(record);
      return answer;
    }
    if (row) await db.deleteFrom('mail_addresses').where('tenant_id', '=', tenantId).execute();
    const created = row
      ? { created: row.created, created_by: row.created_by, ...change.modified(row) }
      : change.created();
    // If two tenants choose the same address concurrently, the second one waits here for the first.
    const stored = await db
      .insertInto('mail_addresses')
      .values({ tenant_id: tenantId, local_part: localPart, ...created })
      .onConflict((other) => other.doNothing())
      .returning('tenant_id')
      .executeTakeFirst();
    if (!stored) throw conflict(taken, { LocalPart: [taken] });
    await change.record({ ...record, after: { localPart } });
    return answer;
  });
