import { z } from 'zod';
import { allPermissions, fromPermissionString } from './permissions.ts';

/** Query of GET /v1/people/{userId}/access: a permission, with or without its prefix, and a tenant. */
export const accessQuestionSchema = z.object({
  permission: z.string().transform((text, check) => {
    const permission = fromPermissionString(text);
    if (permission !== undefined) return permission;
    check.addIssue('Please choose a permission.');
    return z.NEVER;
  }),
  tenantId: z.guid('Please choose a tenant.').toLowerCase(),
});

/** How a grant reaches a person. Groups and claims are those of the person's last sign-in. */
export const grantSources = ['Person', 'Group', 'Claims', 'Invitation'] as const;

export type GrantSource = (typeof grantSources)[number];

const explainedGrantSchema = z.object({
  source: z.enum(grantSources),
  /** `null` for a grant that follows from claims. */
  grantId: z.guid().nullable(),
  /** The group that holds the grant; `null` for other sources. */
  groupName: z.string().nullable(),
  roleName: z.string(),
  /** `null` for a grant in all tenants. */
  tenantId: z.guid().nullable(),
  /** Whether the role contains the permission. */
  isDecisive: z.boolean(),
});

/** A grant that applies to a person in a tenant. */
export type ExplainedGrant = z.infer<typeof explainedGrantSchema>;

/** Why a person is allowed something, or is not. */
export const accessReasons = ['Granted', 'Disabled', 'OtherProvider', 'NoGrant', 'NotInRoles'] as const;

/** Answer of GET /v1/people/{userId}/access. */
export const accessExplanationSchema = z.object({
  userId: z.guid(),
  permission: z.enum(allPermissions as [string, ...string[]]),
  tenantId: z.guid(),
  isAllowed: z.boolean(),
  /** `Granted` if and only if `isAllowed`. */
  reason: z.enum(accessReasons),
  /** Whether the person has signed in before; groups and claims are unknown until then. */
  hasSignedIn: z.boolean(),
  /** The grants that apply in the tenant, the decisive ones first. */
  grants: z.array(explainedGrantSchema),
});

export type AccessExplanation = z.infer<typeof accessExplanationSchema>;
