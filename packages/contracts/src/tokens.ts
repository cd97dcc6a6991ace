import { z } from 'zod';
import { tokenLifetimes } from './sizes.ts';
import { storedTexts } from './stored-fields.ts';
import { requiredText, text } from './text.ts';

/** Tokens of one tenant that are not revoked. */
export const maxTokensPerTenant = 1_000;

const tokenFields = {
  name: requiredText(200, 'Please enter a name.'),
  description: text(2_000).nullish(),
};

/** Body of PUT /v1/tokens; `tenantId` defaults to the request's tenant. */
export const tokenCreateSchema = z
  .strictObject({
    ...tokenFields,
    tokenGrantId: z.guid().toLowerCase().nullish(),
    tenantId: z.guid().toLowerCase().nullish(),
    lifetimeYears: z.literal(tokenLifetimes, { error: 'Please choose a lifetime.' }),
    /** Whether the token permits agents to enrol. */
    canEnrol: z.boolean().default(true),
    canSendPackets: z.boolean().default(true),
    /** Whether the token permits reading the lists of its tenant with the permissions of a Viewer. */
    canRead: z.boolean().default(false),
  })
  .refine(({ canEnrol, canSendPackets, canRead }) => canEnrol || canSendPackets || canRead, {
    path: ['canEnrol'],
    message: 'Please choose what the token is for.',
  });

/** Body of POST /v1/tokens/{tokenGrantId}: name and description only; with `modified`, 409 when the row has changed. */
export const tokenUpdateSchema = z.strictObject({
  ...tokenFields,
  name: tokenFields.name.optional(),
  tokenGrantId: z.guid().toLowerCase().nullish(),
  tenantId: z.guid().toLowerCase().nullish(),
  modified: z.iso.datetime({ offset: true }).nullish(),
});

export type TokenCreate = z.infer<typeof tokenCreateSchema>;
export type TokenUpdate = z.infer<typeof tokenUpdateSchema>;

/** A token grant as returned by the API, without the secret. */
export const tokenGrantSchema = z.object({
  tokenGrantId: z.guid(),
  tenantId: z.guid(),
  ...storedTexts(tokenFields),
  lifetimeYears: z.int(),
  canEnrol: z.boolean(),
  canSendPackets: z.boolean(),
  canRead: z.boolean(),
  created: z.iso.datetime(),
  modified: z.iso.datetime(),
  /** Null for a token that never expires. */
  expiresOn: z.iso.datetime().nullable(),
  /** Null while the token is active. */
  revokedOn: z.iso.datetime().nullable(),
});

/** Answer of PUT /v1/tokens, the only response that contains the token. */
export const generatedTokenSchema = tokenGrantSchema.extend({ generatedToken: z.string() });

export type TokenGrant = Readonly<z.infer<typeof tokenGrantSchema>>;
export type GeneratedToken = Readonly<z.infer<typeof generatedTokenSchema>>;
