import { z } from 'zod';

/**
 * OpenID Connect settings of the portal; `lifetime` is the maximum age of a session in seconds, `scope` the scopes to ask
 * for, separated by spaces.
 */
export const oidcClientConfiguration = z.object({
  authority: z.url(),
  clientId: z.string(),
  lifetime: z.int().positive(),
  scope: z.string(),
});
export type OidcClientConfiguration = z.infer<typeof oidcClientConfiguration>;

/** The product's version, SemVer 2. */
export const versionInfo = z.object({ version: z.string() });
export type VersionInfo = z.infer<typeof versionInfo>;

/**
 * The three configured names: environment, company (document titles), product (menu, login); and the features of the
 * portal that are enabled.
 */
export const environmentInfo = z.object({
  environmentName: z.string(),
  company: z.string(),
  product: z.string(),
  features: z.array(z.string()),
});
export type EnvironmentInfo = z.infer<typeof environmentInfo>;

/** A CSS hexadecimal colour, `#1976d2`. */
export const environmentColorInfo = z.object({ environmentColor: z.string() });
export type EnvironmentColorInfo = z.infer<typeof environmentColorInfo>;

/** ISO 8601 date or instant at which the license expires. */
export const licenseInfo = z.object({ licenseExpiration: z.string() });
export type LicenseInfo = z.infer<typeof licenseInfo>;

/** An IANA time zone with its current UTC offset in minutes, for example `Europe/Berlin`, 60. */
export const timeZoneLookup = z.object({ id: z.string(), name: z.string(), offsetMinutes: z.int() });
export type TimeZoneLookup = z.infer<typeof timeZoneLookup>;

/** A file of the agent that the server holds, with its SHA-256 in hexadecimal. */
export const agentFile = z.object({ file: z.string(), size: z.int(), sha256: z.string() });
export type AgentFile = z.infer<typeof agentFile>;

/** The tenant settings that the portal needs. */
export const tenantSettings = z.object({
  agentDownloadUrl: z.url().nullable(),
  /** The files at the address if the server itself offers them; otherwise `null`. */
  agentFiles: z.array(agentFile).nullable(),
});
export type TenantSettings = z.infer<typeof tenantSettings>;
