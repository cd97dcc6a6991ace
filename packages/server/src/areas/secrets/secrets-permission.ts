/** Who may do anything with the secrets of a tenant. */
export const secretsPermission = 'Tenants:edit';
