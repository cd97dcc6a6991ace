/** Where the status page of a tenant is, below the origin of the portal. */
export const statusPagePath = (tenantId: string): string => `/status/${tenantId}`;

/** Where its Atom feed is. */
export const statusFeedPath = (tenantId: string): string => `${statusPagePath(tenantId)}/feed.atom`;
