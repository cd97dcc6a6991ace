import type { AccessSnapshot } from '../../../platform/access/access-snapshot.ts';
import { worksIn } from './find-people.ts';

/** The name of a person who may work in the tenant, by mail; `undefined` for anybody else. */
export const nameInTenant = (snapshot: AccessSnapshot, tenantId: string, mail: string): string | undefined =>
  snapshot.peopleByMail
    .get(mail.toLowerCase())
    ?.find((person) => worksIn(snapshot, { kind: 'tenants', tenantIds: [tenantId] }, person))?.name;
