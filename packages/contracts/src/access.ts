import { z } from 'zod';
import { allPermissions } from './permissions.ts';

/** Who is signed in, and the tenant that the request speaks for (docs/reference/shell.md#calls). */
export const currentUser = z.object({
  name: z.string(),
  /** The mail, which `createdBy`, `assignedTo` and the like hold too. */
  userName: z.string(),
  /** `null` while no tenant exists: somebody with a grant in all tenants has signed in, and there is none yet. */
  tenantId: z.guid().nullable(),
  /** `null` until a subscription of the tenant was chosen. */
  subscriptionId: z.guid().nullable(),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** Permission strings with their prefix, sorted: what the caller's grants allow in the tenant of the request. */
export const permissionList = z.array(z.string());

/** Body of `POST /v1/tenantSubscriptionContext/{tenant}`; where it names a tenant, it names that of the path. */
export const tenantSubscriptionContext = z.object({
  tenant: z.guid().optional(),
  subscriptionId: z.guid().nullish(),
});
export type TenantSubscriptionContext = z.infer<typeof tenantSubscriptionContext>;

/** A tenant in a picker. */
export const tenantLookup = z.object({ tenantId: z.guid(), name: z.string() });
export type TenantLookup = z.infer<typeof tenantLookup>;

/** Query of the picker of tenants: with `permission`, those alone in which the caller holds it. */
export const tenantLookupQuery = z.object({ permission: z.enum(allPermissions).optional() });

/** A subscription in a picker. */
export const subscriptionLookup = z.object({ subscriptionId: z.guid(), name: z.string(), tenantId: z.guid() });
export type SubscriptionLookup = z.infer<typeof subscriptionLookup>;

/** A person or group that a search found; shown as `displayName (mail)` with the mail as the value. */
export const personLookup = z.object({ displayName: z.string(), mail: z.string() });
export type PersonLookup = z.infer<typeof personLookup>;

/** Query of the people searches. */
export const peopleSearch = z.object({ searchTerm: z.string().max(200).default('') });

/** Most people that one search answers. */
export const peopleSearchLimit = 50;

/** Answer of PUT /api/auth/currentUserPhoto, whose body is a PNG, JPEG or WebP picture of at most 1 MiB. */
export const uploadedPicture = z.object({ type: z.string(), size: z.int() });
export type UploadedPicture = z.infer<typeof uploadedPicture>;
