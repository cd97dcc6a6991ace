import { grantRecords } from './areas/access/grants/grant-records.ts';
import { tieSubject } from './areas/access/invitations/tie-subject.ts';
import { personRecords } from './areas/access/people/person-records.ts';
import { signInWrites } from './areas/access/people/sign-in-writes.ts';
import { roleRecords } from './areas/access/roles/role-records.ts';
import { subscriptionRecords } from './areas/subscriptions/subscription-records.ts';
import { tenantRecords } from './areas/tenants/tenant-records.ts';
import { tokenRecords } from './areas/tokens/token-records.ts';
import type { AccessTables } from './platform/access/access-tables.ts';

/** Tables and functions that areas provide to the platform for authentication and authorization, one line per table. */
export const accessTables: AccessTables = {
  tenants: tenantRecords,
  subscriptions: subscriptionRecords,
  people: personRecords,
  roles: roleRecords,
  grants: grantRecords,
  tokens: tokenRecords,
  signIns: signInWrites,
  tieSubject,
};
