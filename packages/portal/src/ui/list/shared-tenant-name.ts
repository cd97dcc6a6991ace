import type { ExportWords } from '@cfs/contracts/export-words';

/** The display name of rows without a tenant. */
export const sharedTenantName = 'All tenants';

/** The same for CSV exports. */
export const sharedTenantWords: ExportWords = { empty: sharedTenantName };
