import type { AccessSnapshot } from '../../platform/access/access-snapshot.ts';

/** The name of a person who holds a grant in the tenant or in all, by mail; `undefined` for anybody else. */
export const nameInTenant = (snapshot: AccessSnapshot, tenantId: string, mail: string): string | undefined =>
  snapshot.peopleByMail
    .get(mail.toLowerCase())
    ?.find(({ userId }) =>
      snapshot.grantsByUser.get(userId)?.some((grant) => grant.tenantId === undefined || grant.tenantId === tenantId),
    )?.name;
