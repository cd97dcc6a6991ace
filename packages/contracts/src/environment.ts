import { z } from 'zod';

/** How the portal signs people in; `lifetime` is the greatest age of a sign-in in seconds. */
export const oidcClientConfiguration = z.object({
  authority: z.url(),
  clientId: z.string(),
  lifetime: z.int().positive(),
});
export type OidcClientConfiguration = z.infer<typeof oidcClientConfiguration>;

/** The product's version, SemVer 2. */
export const versionInfo = z.object({ version: z.string() });
export type VersionInfo = z.infer<typeof versionInfo>;

/** The three configured names: of the environment, of the company (document titles), of the product (menu, login). */
export const environmentInfo = z.object({
  environmentName: z.string(),
  company: z.string(),
  product: z.string(),
});
export type EnvironmentInfo = z.infer<typeof environmentInfo>;

/** A CSS hexadecimal colour, `#1976d2`. */
export const environmentColorInfo = z.object({ environmentColor: z.string() });
export type EnvironmentColorInfo = z.infer<typeof environmentColorInfo>;

/** ISO 8601 date or moment at which the license ends. */
export const licenseInfo = z.object({ licenseExpiration: z.string() });
export type LicenseInfo = z.infer<typeof licenseInfo>;

/** An IANA zone with its present offset from UTC in minutes, for example `Europe/Berlin`, 60. */
export const timeZoneLookup = z.object({ id: z.string(), name: z.string(), offsetMinutes: z.int() });
export type TimeZoneLookup = z.infer<typeof timeZoneLookup>;

/** What the portal needs to know of a tenant's settings. */
export const tenantSettings = z.object({ agentDownloadUrl: z.url().nullable() });
