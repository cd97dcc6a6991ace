/** The permission for everything about the secrets of a tenant. */
export const secretsPermission = 'Tenants:edit';
