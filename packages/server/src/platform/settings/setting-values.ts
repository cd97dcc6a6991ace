import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { findFeature, featureNames, type FeatureName } from '@cfs/contracts/features';
import { roleNames, type RoleName } from '@cfs/contracts/roles';
import type { ConnectionSettings } from '../database/connection-settings.ts';
import { ConnectionUrlError, connectionSettingsOf } from '../database/connection-settings.ts';
import { readAddressRanges, readAllowedAddresses } from '../http/allowed-addresses.ts';
import { closestName } from './closest-name.ts';

/** An integer within two bounds. */
export const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int({ error: 'must be a whole number' })
    .min(min, { error: `must be at least ${min}` })
    .max(max, { error: `must be at most ${max}` });

const split = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** The items of a comma-separated list, in lower case. */
export const list = z.string().transform((text) => split(text.toLowerCase()));

/** An absolute URL; the message contains the example. */
export const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must look like ${example}` });

/** An origin of HTTP as browsers write it: `https://portal.example.com`. */
export const origin = (example: string) =>
  url(/^https?$/, example).transform((text, check): string => {
    const { pathname, username, password, search, hash, origin: written } = new URL(text);
    if (pathname === '/' && `${username}${password}${search}${hash}` === '') return written;
    check.addIssue(`must be an origin like ${example}, without path, query, fragment, user and password`);
    return z.NEVER;
  });

/** The connection URL of a PostgreSQL; the message for text that is no such URL contains the example. */
export const databaseUrl = (example: string) =>
  url(/^postgres(ql)?$/, example).transform((text, check): ConnectionSettings => {
    try {
      return connectionSettingsOf(text);
    } catch (error) {
      if (!(error instanceof ConnectionUrlError)) throw error;
      check.addIssue(error.message);
      return z.NEVER;
    }
  });

/** A number from 0 to 1. */
export const ratio = z.coerce
  .number({ error: 'must be a number' })
  .min(0, { error: 'must be at least 0' })
  .max(1, { error: 'must be at most 1' });

/** HTTP headers as OpenTelemetry writes them: `name=value,name=value`, values percent-encoded. */
export const headerList = z.string().transform((text, check): Readonly<Record<string, string>> => {
  try {
    return Object.fromEntries(
      split(text).map((item) => {
        const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+) *= *(.*)$/.exec(item) ?? [];
        if (name === '') throw new RangeError('A header has no name.');
        return [name.toLowerCase(), decodeURIComponent(value)];
      }),
    );
  } catch {
    check.addIssue('must look like name=value,name=value, with values percent-encoded');
    return z.NEVER;
  }
});

/** A CSS hexadecimal colour. */
export const color = z.string().regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, { error: 'must be a colour like #1976d2' });

/** An ISO 8601 date or instant. */
export const date = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'must be a date like 2030-12-31',
});

/** Maps a value of a claim to a role, in one tenant or in all. */
export interface ClaimRule {
  readonly claim: string;
  readonly value: string;
  readonly role: RoleName;
  readonly tenantId: string | undefined;
}

const claimRule = z.strictObject({
  claim: z.string().min(1),
  value: z.string().min(1),
  role: z.enum(roleNames),
  tenantId: z
    .guid()
    .nullish()
    .transform((tenantId) => tenantId?.toLowerCase()),
});

export const claimsMap = z.string().transform((text, check): readonly ClaimRule[] => {
  try {
    return z.array(claimRule).parse(JSON.parse(text));
  } catch {
    check.addIssue('must be JSON like [{"claim":"groups","value":"staff","role":"Operator","tenantId":null}]');
    return z.NEVER;
  }
});

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A path or an https URL; http is allowed for loopback addresses only. */
export const auditSink = z.string().transform((text, check): URL => {
  const address = URL.parse(text);
  const isFile = address?.protocol === 'file:' && address.host === '' && address.pathname.length > 1;
  const isOpen = address?.protocol === 'http:' && loopbackHosts.has(address.hostname);
  if (address && (isFile || isOpen || address.protocol === 'https:')) return address;
  check.addIssue('must look like file:///var/log/cfs/heads.jsonl or https://audit.example.com/heads');
  return z.NEVER;
});

/** Where large files are kept. */
export type ContentStoreAddress =
  | { readonly kind: 'directory'; readonly path: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string };

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** A directory or a bucket with a prefix. */
export const contentStoreAddress = z.string().transform((text, check): ContentStoreAddress => {
  const address = URL.parse(text);
  if (address?.protocol === 'file:' && address.host === '' && address.pathname.length > 1)
    return { kind: 'directory', path: fileURLToPath(address) };
  if (address?.protocol === 's3:' && bucketName.test(address.host))
    return {
      kind: 's3',
      bucket: address.host,
      prefix: decodeURIComponent(address.pathname).replaceAll(/^\/+|\/+$/g, ''),
    };
  check.addIssue('must look like file:///var/lib/cfs/content or s3://bucket/prefix');
  return z.NEVER;
});

/** Names of enabled features, in the spelling of the catalogue. */
export const features = z.string().transform((text, check): ReadonlySet<FeatureName> => {
  const enabled = new Set<FeatureName>();
  for (const name of split(text)) {
    const known = findFeature(name);
    if (known) enabled.add(known);
    else {
      const similar = closestName(name, featureNames);
      const hint = similar === undefined ? `features are ${featureNames.join(', ')}` : `did you mean ${similar}?`;
      check.addIssue(`names an unknown feature, number ${split(text).indexOf(name) + 1} of its list: ${hint}`);
    }
  }
  return enabled;
});

/** Hosts, addresses and ranges, comma-separated. */
export const allowedAddresses = z.string().transform((text, check) => {
  const items = split(text);
  const allowed = readAllowedAddresses(items);
  if (allowed) return allowed;
  check.addIssue('must be comma-separated hosts, addresses and ranges, like hooks.internal,10.1.2.0/24');
  return z.NEVER;
});

/** Addresses and ranges, comma-separated. */
export const addressRanges = z.string().transform((text, check) => {
  const ranges = readAddressRanges(split(text));
  if (ranges) return ranges;
  check.addIssue('must be comma-separated addresses and ranges, like 127.0.0.1,10.1.2.0/24');
  return z.NEVER;
});

/** A domain name, in lower case. */
export const mailDomain = z
  .string()
  .toLowerCase()
  .regex(/^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, {
    error: 'must be a domain like support.example.com',
  });
