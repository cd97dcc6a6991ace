import { z } from 'zod';
import { requiredText } from './text.ts';

/** Roles that one tenant may have besides the built-in ones. */
export const maxRolesPerTenant = 200;

const fields = {
  name: requiredText(100, 'Please enter a name.'),
  /** Permission strings, with or without prefix: `Portal.CFS.Locations:view`. */
  permissions: z
    .array(z.string().max(200, 'Must be at most 200 characters.'))
    .min(1, 'Please choose at least one permission.')
    .max(500, 'Must be at most 500 permissions.'),
};

/**
 * Body of PUT /v1/roles. Without `tenantId` the role belongs to the request's tenant. `null` makes it grantable in
 * every tenant; only administrators of all tenants may do that.
 */
export const roleCreateSchema = z.strictObject({
  ...fields,
  roleId: z.guid().toLowerCase().nullish(),
  tenantId: z.guid().toLowerCase().nullish(),
});

/**
 * Body of POST /v1/roles/{roleId}: absent fields are unchanged; with `modified`, 409 when the row has changed since.
 */
export const roleUpdateSchema = z.strictObject({
  name: fields.name.optional(),
  permissions: fields.permissions.optional(),
  roleId: z.guid().toLowerCase().nullish(),
  tenantId: z.guid().toLowerCase().nullish(),
  modified: z.iso.datetime({ offset: true }).nullish(),
});

export type RoleCreate = z.infer<typeof roleCreateSchema>;
export type RoleUpdate = z.infer<typeof roleUpdateSchema>;

/** A role as lists show it. */
export interface RoleRow {
  readonly roleId: string;
  /** `null` for a role that can be granted in every tenant. */
  readonly tenantId: string | null;
  readonly name: string;
  /** A built-in role can be granted but not changed. */
  readonly builtIn: boolean;
  readonly permissionCount: number;
  readonly modified: string;
}

/** A role with its permissions, as returned by GET /v1/roles/{roleId} and by every change. */
export const roleAnswer = z.object({
  roleId: z.guid(),
  /** `null` for a role that can be granted in every tenant. */
  tenantId: z.guid().nullable(),
  name: z.string(),
  builtIn: z.boolean(),
  permissionCount: z.int(),
  /** With prefix, in the order of `allPermissions`. */
  permissions: z.array(z.string()),
  modified: z.string(),
});
export type Role = z.infer<typeof roleAnswer>;
