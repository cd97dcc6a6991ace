import { z } from 'zod';
import { placeholdersIn, secretIn } from './action-placeholders.ts';
import { requiredText, text } from './text.ts';

/** Secrets that one tenant may keep. */
export const maxSecretsPerTenant = 200;

/** Maximum characters of a secret's name. */
export const maxSecretNameLength = 100;

/** Characters of a secret's value. Redacting a shorter value from a text would reveal it. */
export const secretValueLength = { min: 4, max: 16_384 } as const;

/** Whether a placeholder can name the secret. */
const isSecretName = (name: string): boolean => secretIn(`secret:${name}`) === name;

/** The placeholder that reads a secret in an action. */
export const secretPlaceholder = (name: string): string => `{{secret:${name}}}`;

/** Distinct names of the secrets that texts read. */
export const secretNamesIn = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(texts.flatMap((each) => placeholdersIn(each ?? '').flatMap((name) => secretIn(name) ?? []))),
];

/**
 * Body of PUT /v1/tenants/{id}/secrets (docs/reference/secrets.md): creates the secret of this name or replaces its
 * value. With `modified`, 409 when the secret was replaced or deleted since; with `null`, 409 when the name is taken.
 */
export const secretWriteSchema = z.strictObject({
  name: requiredText(maxSecretNameLength, 'Please enter a name.').refine(isSecretName, {
    error: 'Please use letters, digits, dots, hyphens and underscores only.',
    when: ({ issues }) => issues.length === 0,
  }),
  value: z
    .string({ error: 'Please enter a value.' })
    .min(1, { error: 'Please enter a value.', abort: true })
    .min(secretValueLength.min, `Must be at least ${secretValueLength.min} characters.`)
    .pipe(text(secretValueLength.max)),
  modified: z.iso.datetime({ offset: true }).nullish(),
});

export type SecretWrite = z.infer<typeof secretWriteSchema>;

/** A secret in lists, without its value. */
export const secretSchema = z.object({
  id: z.guid(),
  name: z.string(),
  modified: z.iso.datetime(),
  modifiedBy: z.string(),
});

export type Secret = z.infer<typeof secretSchema>;

/** Answer of GET /v1/tenants/{id}/secrets/{secretId}/versions/latest. */
export const revealedSecretSchema = z.object({ id: z.guid(), name: z.string(), value: z.string() });

export type RevealedSecret = z.infer<typeof revealedSecretSchema>;
