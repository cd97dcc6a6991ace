import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { holdsIn } from '../../access/people/find-people.ts';

/**
 * Whether a subscriber of the tenant may still be sent its communications: where visitors may not subscribe, an address
 * of people needs one who may see them.
 */
export const mayReceive = async (
  { snapshot }: Pick<Services, 'snapshot'>,
  db: ScopedDatabase,
  tenantId: string,
  address: string,
): Promise<boolean> => {
  const access = await snapshot.current();
  const people = access.peopleByMail.get(address) ?? [];
  const maySee = people.some((person) => holdsIn(access, tenantId, 'WorkUnitCommunications:view', person));
  if (people.length === 0 || maySee) return true;
  const settings = await db
    .selectFrom('subscriber_settings')
    .select('allows_visitors')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return settings?.allows_visitors === true;
};
