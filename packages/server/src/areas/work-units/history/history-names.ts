import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import type { AccessSnapshot } from '../../../platform/access/access-snapshot.ts';
import { nameInTenant } from '../../access/people/name-in-tenant.ts';

const mailPattern = /[^\s@,;:()<>"→]+@[^\s@,;:()<>"→]+\.[^\s@,;:()<>"→.]+/g;

/**
 * Returns the records with names in place of mail addresses: for the author of each, and in the text of system records.
 * The text of people's notes stays unchanged.
 */
export const withNames = (
  records: readonly WorkUnitHistoryRecord[],
  snapshot: AccessSnapshot,
  tenantId: string,
): WorkUnitHistoryRecord[] => {
  const nameOf = (mail: string): string => nameInTenant(snapshot, tenantId, mail) ?? mail;
  return records.map((record) => ({
    ...record,
    createdByName: nameOf(record.createdBy),
    detail: record.historyType === null ? record.detail : record.detail.replaceAll(mailPattern, nameOf),
  }));
};
