/** The name under which rows of no tenant appear. */
export const sharedTenantName = 'All tenants';
