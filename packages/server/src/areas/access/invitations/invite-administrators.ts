import { systemContext } from '../../../platform/context.ts';
import { Problem } from '../../../platform/problems.ts';
import type { Services } from '../../../platform/services.ts';
import { addGrant } from '../grants/write-grants.ts';
import { invitePerson } from '../people/write-people.ts';

const role = { roleName: 'Administrator', tenantId: null } as const;

/** Ignores a 409: another node that starts at the same time may have done the work already. */
const unlessDone = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Problem && error.status === 409)) throw error;
  }
};

/**
 * Invites people by mail for the configured identity provider, each with the Administrator role in all tenants, so that
 * a new installation has its first administrators. People who are already invited keep their other roles.
 */
export const inviteAdministrators = async (services: Services, mails: readonly string[]): Promise<void> => {
  const context = systemContext({ name: 'configuration', clock: services.clock, tenantId: 'all' });
  const { provider } = services.identity;
  for (const mail of mails) {
    const { peopleByMail, grantsByUser } = await services.snapshot.refresh();
    const known = peopleByMail.get(mail.toLowerCase())?.find((person) => person.provider === provider);
    if (!known) await unlessDone(invitePerson(services, context, { mail, ...role }));
    else if (
      !grantsByUser.get(known.userId)?.some((grant) => grant.tenantId === undefined && grant.roleName === role.roleName)
    )
      await unlessDone(addGrant(services, context, { userId: known.userId, ...role }));
  }
};
