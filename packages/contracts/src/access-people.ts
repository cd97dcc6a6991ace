import { z } from 'zod';
import { requiredText, text } from './text.ts';

const mail = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim() : value),
  z.email({ error: 'Please enter a mail address.' }).max(254, 'Must be at most 254 characters.'),
);

/** Where somebody holds a role: a tenant, or `null` for all of them; the request's tenant when left out. */
export const grantTenant = z.guid('Must be the id of a tenant, or null.').nullish();

/**
 * Body of PUT /v1/people: an invitation, which becomes a person's sign-in the first time that the provider vouches for
 * the mail. A mail is invited once for each provider.
 */
export const personInviteSchema = z.strictObject({
  mail,
  /** How the person is called; the mail when left out. */
  name: text(200).nullish(),
  /** The identity provider; the one that signs people in when left out. */
  provider: text(400).nullish(),
  /** A first grant. Only administrators of all tenants may leave it out: to others the person would stay unseen. */
  roleName: text(100).nullish(),
  tenantId: grantTenant,
});

/** Body of POST /v1/people/{userId}, for administrators of all tenants; with `modified`, 409 when the row moved on. */
export const personUpdateSchema = z.strictObject({
  userId: z.guid().nullish(),
  name: requiredText(200, 'Please enter a name.').optional(),
  /** `false` takes everything from the person within a second, on every node, also from sign-ins under way. */
  enabled: z.boolean().optional(),
  modified: z.iso.datetime({ offset: true }).nullish(),
});

export type PersonInvite = z.infer<typeof personInviteSchema>;
export type PersonUpdate = z.infer<typeof personUpdateSchema>;

/** Whether somebody can come in: an invitation becomes a person with the first sign-in. */
export type PersonState = 'Active' | 'Invited' | 'Disabled';

/** The state of somebody who was invited. */
export const personStateOf = ({ enabled, firstSignIn }: Pick<Person, 'enabled' | 'firstSignIn'>): PersonState =>
  !enabled ? 'Disabled' : firstSignIn === null ? 'Invited' : 'Active';

/** A person as administrators see them. */
export interface Person {
  readonly userId: string;
  readonly name: string;
  readonly mail: string;
  /** The identity provider that the person was invited for. */
  readonly provider: string;
  readonly enabled: boolean;
  /** When the invitation was tied to a sign-in; null until then. */
  readonly firstSignIn: string | null;
  readonly state: PersonState;
  readonly created: string;
  readonly createdBy: string;
  readonly modified: string;
}
