import { z } from 'zod';
import { requiredText, text } from './text.ts';

const mail = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim() : value),
  z.email({ error: 'Please enter a mail address.' }).max(254, 'Must be at most 254 characters.'),
);

/** Where a person holds a role: a tenant, or `null` for all tenants; defaults to the request's tenant. */
export const grantTenant = z.guid('Must be the id of a tenant, or null.').toLowerCase().nullish();

/**
 * Body of PUT /v1/people: an invitation. The first sign-in that the provider confirms for this mail accepts it. A mail
 * can be invited once per provider.
 */
export const personInviteSchema = z.strictObject({
  mail,
  /** Display name; defaults to the mail. */
  name: text(200).nullish(),
  /** The identity provider; defaults to the one that signs people in. */
  provider: text(400).nullish(),
  /** A first grant. Only administrators of all tenants may omit it: others could not see the person without one. */
  roleName: text(100).nullish(),
  tenantId: grantTenant,
});

/**
 * Body of POST /v1/people/{userId}, for administrators of all tenants; with `modified`, 409 when the row has changed.
 */
export const personUpdateSchema = z.strictObject({
  userId: z.guid().toLowerCase().nullish(),
  name: requiredText(200, 'Please enter a name.').optional(),
  /** `false` revokes all access of the person within a second on every node, also for sessions in progress. */
  enabled: z.boolean().optional(),
  modified: z.iso.datetime({ offset: true }).nullish(),
});

export type PersonInvite = z.infer<typeof personInviteSchema>;
export type PersonUpdate = z.infer<typeof personUpdateSchema>;

/** Whether a person can sign in; an invitation becomes a person at the first sign-in. */
export type PersonState = 'Active' | 'Invited' | 'Disabled';

/** The state of an invited person. */
export const personStateOf = ({ enabled, firstSignIn }: Pick<Person, 'enabled' | 'firstSignIn'>): PersonState =>
  !enabled ? 'Disabled' : firstSignIn === null ? 'Invited' : 'Active';

/** A person as shown to administrators. */
export interface Person {
  readonly userId: string;
  readonly name: string;
  readonly mail: string;
  /** The identity provider that the person was invited for. */
  readonly provider: string;
  readonly enabled: boolean;
  /** When the invitation was accepted by a first sign-in; null until then. */
  readonly firstSignIn: string | null;
  readonly state: PersonState;
  readonly created: string;
  readonly createdBy: string;
  readonly modified: string;
}
