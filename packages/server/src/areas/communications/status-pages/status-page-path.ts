/** The path of a tenant's status page below the origin of the portal. */
export const statusPagePath = (tenantId: string): string => `/status/${tenantId}`;

/** The path of its Atom feed. */
export const statusFeedPath = (tenantId: string): string => `${statusPagePath(tenantId)}/feed.atom`;
