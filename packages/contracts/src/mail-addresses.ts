import { z } from 'zod';

/** The beginning of signed reply addresses; no tenant's address begins so. */
export const replyPrefix = 'reply+';

const faults = {
  form: 'Please use letters, digits, dots, hyphens and underscores, with a letter or digit at both ends.',
  reserved: 'This address is reserved.',
} as const;

/** Local parts that no tenant may have: role addresses of mail servers (RFC 2142), and that of replies. */
const reservedNames: ReadonlySet<string> = new Set(['abuse', 'postmaster', 'mailer-daemon', 'reply']);

/**
 * Body of PUT /v1/tenants/{tenantId}/mailaddress: the part before the @ of the address whose mails open requests; an
 * empty one removes the address.
 */
export const mailAddressWriteSchema = z.strictObject({
  localPart: z
    .string()
    .trim()
    .toLowerCase()
    .max(64, 'Must be at most 64 characters.')
    .regex(/^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)?$/, faults.form)
    .refine((name) => !name.includes('..'), faults.form)
    .refine((name) => !reservedNames.has(name), faults.reserved),
});
export type MailAddressWrite = z.infer<typeof mailAddressWriteSchema>;

/** The mail address of a tenant. */
export const mailAddressSchema = z.object({
  /** Empty for a tenant without one. */
  localPart: z.string(),
  /** The domain of all tenants; null while no mail is received. */
  domain: z.string().nullable(),
});
export type MailAddress = z.infer<typeof mailAddressSchema>;
