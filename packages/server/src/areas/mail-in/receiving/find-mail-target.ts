import { replyPrefix } from '@cfs/contracts/mail-addresses';
import { systemContext } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import { parseReplyAddress, replySealHolds } from '../../work-units/mails/reply-address.ts';

/** The target of a mail: a tenant, or a unit of the tenant. */
export interface MailTarget {
  readonly tenantId: string;
  readonly workUnitId: number | undefined;
}

type Needs = Pick<Services, 'gate' | 'clock' | 'keys' | 'snapshot' | 'configuration'>;

const findTenantOf = async ({ gate, clock, keys }: Needs, localPart: string): Promise<MailTarget | undefined> => {
  const context = systemContext({ name: 'mail in', clock, tenantId: 'all' });
  if (!localPart.startsWith(replyPrefix)) {
    const row = await gate.read(context, 'Settings:view', (db) =>
      db.selectFrom('mail_addresses').select('tenant_id').where('local_part', '=', localPart).executeTakeFirst(),
    );
    return row && { tenantId: row.tenant_id, workUnitId: undefined };
  }
  const claim = parseReplyAddress(localPart);
  if (!claim) return undefined;
  const unit = await gate.read(context, 'WorkUnits:view', (db) =>
    db.selectFrom('work_units').select('tenant_id').where('work_unit_id', '=', claim.workUnitId).executeTakeFirst(),
  );
  if (!unit || !replySealHolds(keys, unit.tenant_id, claim)) return undefined;
  return { tenantId: unit.tenant_id, workUnitId: claim.workUnitId };
};

/** Finds the tenant or unit of an address; `undefined` for any other address, and while the tenant is disabled. */
export const findMailTarget = async (services: Needs, address: string): Promise<MailTarget | undefined> => {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  if (domain !== services.configuration.mailIn?.domain) return undefined;
  const target = await findTenantOf(services, address.slice(0, at).toLowerCase());
  const tenant = target && (await services.snapshot.current()).tenants.get(target.tenantId);
  return tenant?.enabled ? target : undefined;
};
