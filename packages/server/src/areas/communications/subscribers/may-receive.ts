import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { holdsIn } from '../../access/people/find-people.ts';

type Needs = Pick<Services, 'snapshot'>;

/** Whether an address belongs to people, and whether one of them may see the communications of the tenant. */
const findReaders = async ({ snapshot }: Needs, tenantId: string, address: string) => {
  const access = await snapshot.current();
  const people = access.peopleByMail.get(address) ?? [];
  const maySee = people.some((person) => holdsIn(access, tenantId, 'WorkUnitCommunications:view', person));
  return { isOfPeople: people.length > 0, maySee };
};

const allowsVisitors = async (db: ScopedDatabase, tenantId: string): Promise<boolean> => {
  const settings = await db
    .selectFrom('subscriber_settings')
    .select('allows_visitors')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return settings?.allows_visitors === true;
};

/**
 * Whether a subscriber may still receive the communications of the tenant: if visitors may not subscribe and the
 * address belongs to people, one of them must be permitted to see the communications.
 */
export const mayReceive = async (
  services: Needs,
  db: ScopedDatabase,
  tenantId: string,
  address: string,
): Promise<boolean> => {
  const { isOfPeople, maySee } = await findReaders(services, tenantId, address);
  return !isOfPeople || maySee || allowsVisitors(db, tenantId);
};

/**
 * Whether a link may subscribe an address: a person with the address may see communications, or visitors may subscribe.
 */
export const mayConfirm = async (
  services: Needs,
  db: ScopedDatabase,
  tenantId: string,
  address: string,
): Promise<boolean> => {
  const { maySee } = await findReaders(services, tenantId, address);
  return maySee || allowsVisitors(db, tenantId);
};
