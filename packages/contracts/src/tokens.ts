import { z } from 'zod';
import { requiredText, text } from './text.ts';

/** Lifetimes of a token in years; 0 is forever (work specification, section 9). */
export const tokenLifetimes = [1, 2, 3, 0] as const;

const tokenFields = {
  name: requiredText(200, 'Please enter a name.'),
  description: text(2_000).nullish(),
};

/** Body of PUT /v1/tokens; `tenantId` defaults to the request's tenant. */
export const tokenCreateSchema = z.strictObject({
  ...tokenFields,
  tokenGrantId: z.guid().nullish(),
  tenantId: z.guid().nullish(),
  lifetimeYears: z.literal(tokenLifetimes, { error: 'Please choose a lifetime.' }),
  /** Whether the token may read lists, besides enrolling agents and sending packets. */
  canRead: z.boolean().default(false),
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
export interface TokenGrant {
  readonly tokenGrantId: string;
  readonly tenantId: string;
  readonly name: string;
  readonly description: string | null;
  readonly lifetimeYears: number;
  readonly canRead: boolean;
  readonly created: string;
  readonly modified: string;
  /** Null for a token that lives forever. */
  readonly expiresOn: string | null;
  /** Null while the token is active. */
  readonly revokedOn: string | null;
}

/** Answer of PUT /v1/tokens: the only time that the token itself is shown. */
export type GeneratedToken = TokenGrant & { readonly generatedToken: string };
