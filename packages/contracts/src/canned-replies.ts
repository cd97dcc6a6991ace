import { z } from 'zod';
import { hasOpenPlaceholder, placeholdersIn } from './action-placeholders.ts';
import { cannedReplyPlaceholders } from './canned-reply-texts.ts';
import { longTextLimit } from './sizes.ts';
import type { StoredFields } from './stored-fields.ts';
import { requiredText } from './text.ts';

const known: readonly string[] = cannedReplyPlaceholders;

const unknownIn = (text: string): string | undefined => placeholdersIn(text).find((name) => !known.includes(name));

const cannedReplyFields = {
  name: requiredText(100, 'Please enter a name.'),
  body: requiredText(longTextLimit, 'Please enter a text.')
    .refine((text) => !hasOpenPlaceholder(text), 'A placeholder is not closed: it must end with }}.')
    .refine((text) => unknownIn(text) === undefined, {
      error: ({ input }) => `There is no placeholder {{${unknownIn(String(input)) ?? ''}}}.`,
    }),
};

/** Body of PUT /v1/cannedreplies; without `tenantId` the reply belongs to the request's tenant. */
export const cannedReplyCreateSchema = z.strictObject({
  ...cannedReplyFields,
  tenantId: z.guid().toLowerCase().optional(),
});

/** Body of POST /v1/cannedreplies/{id}: absent fields are unchanged; with `modified`, 409 for a stale one. */
export const cannedReplyUpdateSchema = z.strictObject({
  name: cannedReplyFields.name.optional(),
  body: cannedReplyFields.body.optional(),
  tenantId: z.guid().toLowerCase().optional(),
  modified: z.iso.datetime({ offset: true }).nullish(),
});

export type CannedReplyCreate = z.infer<typeof cannedReplyCreateSchema>;
export type CannedReplyUpdate = z.infer<typeof cannedReplyUpdateSchema>;

/** A canned reply as returned by the API. */
export interface CannedReply extends StoredFields<typeof cannedReplyFields> {
  readonly cannedReplyId: string;
  readonly tenantId: string;
  /** ISO 8601 in UTC with milliseconds; strictly increasing with each change. */
  readonly modified: string;
}
