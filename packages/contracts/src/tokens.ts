import { z } from 'zod';
import { requiredText, text } from './text.ts';

/** Lifetimes of a token in years; 0 is forever (docs/reference/tokens.md#rules). */
export const tokenLifetimes = [1, 2, 3, 0] as const;

const tokenFields = {
  name: requiredText(200, 'Please enter a name.'),
  description: text(2_000).nullish(),
};

/** Body of PUT /v1/tokens; `tenantId` defaults to the request's tenant. */
export const tokenCreateSchema = z
  .strictObject({
    ...tokenFields,
    tokenGrantId: z.guid().nullish(),
    tenantId: z.guid().nullish(),
    lifetimeYears: z.literal(tokenLifetimes, { error: 'Please choose a lifetime.' }),
    /** Whether agents may enrol with it. */
    canEnrol: z.boolean().default(true),
    canSendPackets: z.boolean().default(true),
    /** Whether it may read the lists of its tenant, as a Viewer sees them. */
    canRead: z.boolean().default(false),
  })
  .refine(({ canEnrol, canSendPackets, canRead }) => canEnrol || canSendPackets || canRead, {
    path: ['canEnrol'],
    message: 'Please choose what the token is for.',
  });

/** Body of POST /v1/tokens/{tokenGrantId}: name and description alone; with `modified`, 409 when the row moved on. */
export const tokenUpdateSchema = z.strictObject({
  name: tokenFields.name.optional(),
  description: tokenFields.description,
  tokenGrantId: z.guid().nullish(),
  tenantId: z.guid().nullish(),
  modified: z.iso.datetime({ offset: true }).nullish(),
});

export type TokenCreate = z.infer<typeof tokenCreateSchema>;
export type TokenUpdate = z.infer<typeof tokenUpdateSchema>;

/** A token grant as it travels; the secret itself is never among it. */
export const tokenGrantSchema = z.object({
  tokenGrantId: z.guid(),
  tenantId: z.guid(),
  name: z.string(),
  description: z.string().nullable(),
  lifetimeYears: z.int(),
  canEnrol: z.boolean(),
  canSendPackets: z.boolean(),
  canRead: z.boolean(),
  created: z.iso.datetime(),
  modified: z.iso.datetime(),
  /** Null for a token that lives forever. */
  expiresOn: z.iso.datetime().nullable(),
  /** Null while the token is active. */
  revokedOn: z.iso.datetime().nullable(),
});

/** Answer of PUT /v1/tokens: the only time that the token itself is shown. */
export const generatedTokenSchema = tokenGrantSchema.extend({ generatedToken: z.string() });

export type TokenGrant = Readonly<z.infer<typeof tokenGrantSchema>>;
export type GeneratedToken = Readonly<z.infer<typeof generatedTokenSchema>>;
