import { z } from 'zod';
import { allPermissions } from './permissions.ts';

/** The signed-in person and the tenant of the request (docs/reference/shell.md#calls). */
export const currentUser = z.object({
  name: z.string(),
  /** The mail; also the value of `createdBy`, `assignedTo` and similar fields. */
  userName: z.string(),
  /** `null` while no tenant exists and a person with a grant in all tenants has signed in. */
  tenantId: z.guid().nullable(),
  /** `null` until a subscription of the tenant is chosen. */
  subscriptionId: z.guid().nullable(),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** Permission strings with prefix, sorted: the caller's permissions in the request's tenant. */
export const permissionList = z.array(z.string());

/** Query of the permissions: with `inAllTenants`, only those that the caller holds in all tenants, and thus on rows of all tenants. */
export const permissionListQuery = z.object({ inAllTenants: z.stringbool().default(false) });

/** Body of `POST /v1/tenantSubscriptionContext/{tenant}`; a tenant in the body must equal that of the path. */
export const tenantSubscriptionContext = z.object({
  tenant: z.guid().toLowerCase().optional(),
  subscriptionId: z.guid().toLowerCase().nullish(),
});
export type TenantSubscriptionContext = z.infer<typeof tenantSubscriptionContext>;

/** A tenant in a picker. */
export const tenantLookup = z.object({ tenantId: z.guid(), name: z.string() });
export type TenantLookup = z.infer<typeof tenantLookup>;

/** Query of the tenant picker: with `permission`, only tenants in which the caller holds it. */
export const tenantLookupQuery = z.object({ permission: z.enum(allPermissions).optional() });

/** A subscription in a picker. */
export const subscriptionLookup = z.object({ subscriptionId: z.guid(), name: z.string(), tenantId: z.guid() });
export type SubscriptionLookup = z.infer<typeof subscriptionLookup>;

/** A person or group found by a search; shown as `displayName (mail)`, with the mail as value. */
export const personLookup = z.object({ displayName: z.string(), mail: z.string() });
export type PersonLookup = z.infer<typeof personLookup>;

/** Query of the people searches. */
export const peopleSearch = z.object({ searchTerm: z.string().max(200).default('') });

/** Maximum number of people in one search result. */
export const peopleSearchLimit = 50;

/** Answer of PUT /api/auth/currentUserPhoto, whose body is a PNG, JPEG or WebP picture of at most 1 MiB. */
export const uploadedPicture = z.object({ type: z.string(), size: z.int() });
export type UploadedPicture = z.infer<typeof uploadedPicture>;
