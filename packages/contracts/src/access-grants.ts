import { z } from 'zod';
import { grantTenant } from './access-people.ts';
import { requiredText, text } from './text.ts';

/** Grants in one tenant. */
export const maxGrantsPerTenant = 20_000;

/** Body of PUT /v1/grants: a role for one person or one group of the identity provider, in one tenant or in all. */
export const grantCreateSchema = z
  .strictObject({
    userId: z.guid('Must be the id of a person.').toLowerCase().nullish(),
    groupName: text(200)
      .transform((value) => (value.trim() === '' ? null : value.trim()))
      .nullish(),
    roleName: requiredText(100, 'Please choose a role.'),
    tenantId: grantTenant,
  })
  .refine(({ userId, groupName }) => (userId == null) !== (groupName == null), {
    error: 'Please name either a person or a group.',
    path: ['userId'],
  });

export type GrantCreate = z.infer<typeof grantCreateSchema>;

/** A grant as returned by the API. */
export interface Grant {
  readonly grantId: string;
  /** `null` where it holds in every tenant. */
  readonly tenantId: string | null;
  readonly userId: string | null;
  readonly groupName: string | null;
  /** The mail of the person or the name of the group. */
  readonly holder: string;
  readonly roleName: string;
  readonly created: string;
  readonly createdBy: string;
}
