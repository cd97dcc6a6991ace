import type { ExportWords } from '@cfs/contracts/export-words';

/** The name under which rows of no tenant appear. */
export const sharedTenantName = 'All tenants';

/** The same in exported files. */
export const sharedTenantWords: ExportWords = { empty: sharedTenantName };
