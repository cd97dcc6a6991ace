import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import type { AccessSnapshot } from '../../../platform/access/access-snapshot.ts';
import { nameInTenant } from '../../access/people/name-in-tenant.ts';

const mailPattern = /[^\s@,;:()<>"→]+@[^\s@,;:()<>"→]+\.[^\s@,;:()<>"→.]+/g;

/**
 * The records with people's names in place of their mail addresses: the author of each, and whom records of the system
 * mention. What people wrote in notes stays as they wrote it.
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
