import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { defaultPermissionPrefix } from '@cfs/contracts/permissions';
import { roleNames, type RoleName } from '@cfs/contracts/roles';
import { isLoopback } from './http/loopback.ts';
import { StartUpError } from './start-up-error.ts';

/** The parts of the server that a process runs. */
export type ServerRole = 'web' | 'worker';

/** Which `typ` headers of access tokens are accepted: `at+jwt` alone, or any that does not name another kind of token. */
export type AccessTokenType = 'at+jwt' | 'any';

/** Everything that the environment decides, read once and never changed. */
export interface Configuration {
  readonly production: boolean;
  readonly roles: readonly ServerRole[];
  /** 0 lets the system choose. */
  readonly port: number;
  readonly host: string;
  /** The origin under which browsers reach the portal, without a slash at its end; undefined: as each request says. */
  readonly publicOrigin: string | undefined;
  /** Proxies whose word about the caller's address is taken: addresses or ranges with commas between. */
  readonly trustedProxies: string | undefined;
  /** Absolute path of the directory for everything that the server keeps outside the database. */
  readonly dataDirectory: string;
  /** PostgreSQL to use; undefined starts the embedded one. */
  readonly databaseUrl: string | undefined;
  /** The OpenID Connect provider; undefined starts the embedded one. */
  readonly authority: string | undefined;
  readonly clientId: string;
  /** The audience that access tokens must carry. */
  readonly audience: string;
  /** The `typ` that access tokens must bear: `at+jwt` (RFC 9068) alone, or also the general `JWT` and none. */
  readonly accessTokenType: AccessTokenType;
  /** Claim that lists a person's groups at the provider. */
  readonly groupsClaim: string;
  /** Mails of the people who are invited at every start, as administrators of all tenants. */
  readonly administrators: readonly string[];
  /** Roles for those whose access token carries a claim. */
  readonly claimsMap: readonly ClaimRule[];
  /** Longest age of a sign-in in seconds. */
  readonly sessionLifetime: number;
  /** Short name: menu and login page. */
  readonly productName: string;
  /** Name in document titles. */
  readonly companyName: string;
  readonly environmentName: string;
  /** A CSS hexadecimal colour. */
  readonly environmentColor: string;
  /** ISO 8601 date or moment at which the license ends. */
  readonly licenseExpiration: string;
  readonly permissionPrefix: string;
  /** Where people download the agent, unless their tenant's settings say otherwise. */
  readonly agentDownloadUrl: string | undefined;
  /** 32 bytes from which keys and the passwords of roles follow; undefined: the first run keeps one of its own in the data directory. */
  readonly masterKey: Buffer | undefined;
  /** `smtp://…`; undefined: mail lands in the outbox. */
  readonly smtpUrl: string | undefined;
  /** Names of the features that are on, in lower case. */
  readonly features: ReadonlySet<string>;
  readonly logLevel: LogLevel;
  /** Where the ends of the audit's chains are written besides the log: a file, or an address to post to. */
  readonly auditSink: URL | undefined;
  /** Opens `/metrics` to callers elsewhere than on this machine, as their bearer token. */
  readonly metricsToken: string | undefined;
  readonly limits: Limits;
}

/** Whoever signs in with the value in the claim (or among its values) holds the role, in one tenant or in all. */
export interface ClaimRule {
  readonly claim: string;
  readonly value: string;
  readonly role: RoleName;
  readonly tenantId: string | undefined;
}

/** Bounds on what callers may send. */
export interface Limits {
  /** Bytes of a request's body, unless its route says otherwise. */
  readonly bodyBytes: number;
  /** Characters of a request's address. */
  readonly addressLength: number;
  /** Calls of anonymous routes per address and minute. */
  readonly anonymousPerMinute: number;
  /** Refused credentials per address and minute. */
  readonly refusedPerMinute: number;
  /** Calls per credential and minute. */
  readonly callsPerMinute: number;
  /** Times that a person may ask to be called back within ten minutes. */
  readonly callMePer10Minutes: number;
  /** Requests to the Resolution Center per person and hour. */
  readonly requestsPerHour: number;
  /** Mails that a person causes by notes, tests and manual actions within ten minutes, and previews of mails. */
  readonly mailsPer10Minutes: number;
  /** Sign-ins per address and minute that are begun at the embedded provider. */
  readonly signInsPerMinute: number;
  /** Failed sign-ins at the embedded provider within fifteen minutes, per user name and per address. */
  readonly signInFailuresPerUser: number;
  readonly signInFailuresPerAddress: number;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

const count = (least: number, most: number, fallback: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int({ error: 'must be a whole number' })
    .min(least, { error: `must be at least ${least}` })
    .max(most, { error: `must be at most ${most}` })
    .default(fallback);

const list = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');

const address = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must look like ${example}` });

const withoutSlash = (text: string): string => text.replace(/\/+$/, '');

const claimRule = z.strictObject({
  claim: z.string().min(1),
  value: z.string().min(1),
  role: z.enum(roleNames),
  tenantId: z
    .guid()
    .nullish()
    .transform((tenantId) => tenantId?.toLowerCase()),
});

const readClaimsMap = (text: string, check: z.core.$RefinementCtx): readonly ClaimRule[] => {
  try {
    return z.array(claimRule).parse(JSON.parse(text));
  } catch {
    check.addIssue('must be JSON like [{"claim":"groups","value":"staff","role":"Operator","tenantId":null}]');
    return z.NEVER;
  }
};

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A file on this machine or an https address; plain http on this machine alone. */
const readAuditSink = (text: string, check: z.core.$RefinementCtx): URL => {
  const address = URL.parse(text);
  const isFile = address?.protocol === 'file:' && address.host === '' && address.pathname.length > 1;
  const isOpen = address?.protocol === 'http:' && loopbackHosts.has(address.hostname);
  if (address && (isFile || isOpen || address.protocol === 'https:')) return address;
  check.addIssue('must look like file:///var/log/cfs/heads.jsonl or https://audit.example.com/heads');
  return z.NEVER;
};

/** The names of the variables are the project's promise to those who operate it; docs/operating.md lists them. */
const environmentSchema = z.object({
  NODE_ENV: z.string().optional(),
  ROLES: z
    .string()
    .default('web,worker')
    .transform(list)
    .pipe(
      z
        .array(z.enum(['web', 'worker'], { error: 'must be web, worker or both' }))
        .min(1, { error: 'must not be empty' }),
    ),
  PORT: count(0, 65_535, 8080),
  HOST: z.string().optional(),
  PUBLIC_ORIGIN: address(/^https?$/, 'https://portal.example.com')
    .transform(withoutSlash)
    .optional(),
  TRUSTED_PROXIES: z.string().optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: address(/^postgres(ql)?$/, 'postgres://user:password@host:5432/name').optional(),
  OIDC_AUTHORITY: address(/^https?$/, 'https://login.example.com').optional(),
  OIDC_CLIENT_ID: z.string().default('cfs-portal'),
  OIDC_AUDIENCE: z.string().default('cfs-api'),
  OIDC_ACCESS_TOKEN_TYPE: z.enum(['at+jwt', 'any'], { error: 'must be at+jwt or any' }).default('any'),
  OIDC_GROUPS_CLAIM: z.string().default('groups'),
  ADMINISTRATORS: z
    .string()
    .default('')
    .transform(list)
    .pipe(z.array(z.email({ error: 'must be mail addresses with commas between' }))),
  CLAIMS_MAP: z.string().default('[]').transform(readClaimsMap),
  SESSION_LIFETIME: count(60, 30 * 86_400, 8 * 3_600),
  PRODUCT_NAME: z.string().default('CFS'),
  COMPANY_NAME: z.string().default('CFS'),
  ENVIRONMENT_NAME: z.string().default('CFS Portal'),
  ENVIRONMENT_COLOR: z
    .string()
    .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, { error: 'must be a colour like #1976d2' })
    .default('#1976d2'),
  LICENSE_EXPIRATION: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: 'must be a date like 2030-12-31' })
    .default('2030-12-31'),
  PERMISSION_PREFIX: z.string().default(defaultPermissionPrefix),
  AGENT_DOWNLOAD_URL: address(/^https?$/, 'https://downloads.example.com/agent').optional(),
  MASTER_KEY: z.string().optional(),
  MASTER_KEY_FILE: z.string().optional(),
  SMTP_URL: address(/^smtps?$/, 'smtp://user:password@host:587').optional(),
  FEATURES: z.string().default('').transform(list),
  AUDIT_SINK: z.string().transform(readAuditSink).optional(),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
  BODY_LIMIT: count(1_024, 1_073_741_824, 1_048_576),
  ANONYMOUS_RATE_LIMIT: count(1, 1_000_000_000, 1_200),
  REFUSED_RATE_LIMIT: count(1, 1_000_000_000, 120),
  CALL_RATE_LIMIT: count(1, 1_000_000_000, 1_200_000),
  CALL_ME_RATE_LIMIT: count(1, 10_000, 3),
  REQUEST_RATE_LIMIT: count(1, 10_000, 20),
  MAIL_RATE_LIMIT: count(1, 10_000, 200),
  SIGN_IN_RATE_LIMIT: count(1, 1_000_000, 120),
  USER_FAILURE_LIMIT: count(1, 1_000_000, 10),
  ADDRESS_FAILURE_LIMIT: count(1, 1_000_000, 100),
  METRICS_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
});

/**
 * Reads the configuration from environment variables; an empty one counts as unset.
 * Throws a `StartUpError` that names every variable at fault in one line.
 */
export const readConfiguration = (environment: Readonly<Record<string, string | undefined>>): Configuration => {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`);
    throw new StartUpError(`The configuration cannot be used: ${[...new Set(faults)].join('; ')}.`);
  }
  const values = parsed.data;
  const production = values.NODE_ENV === 'production';
  const masterKey = readMasterKey(values.MASTER_KEY, values.MASTER_KEY_FILE);
  if (production) {
    requireInProduction('OIDC_AUTHORITY', values.OIDC_AUTHORITY, 'there are no demo users');
    requireHttps('OIDC_AUTHORITY', values.OIDC_AUTHORITY);
    requireInProduction('DATABASE_URL', values.DATABASE_URL, 'there is no embedded database');
    requireInProduction('MASTER_KEY or MASTER_KEY_FILE', masterKey, 'none is made up');
  }
  return {
    production,
    roles: values.ROLES,
    port: values.PORT,
    host: values.HOST ?? (values.OIDC_AUTHORITY === undefined ? '127.0.0.1' : '0.0.0.0'),
    publicOrigin: values.PUBLIC_ORIGIN,
    trustedProxies: values.TRUSTED_PROXIES,
    dataDirectory: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    authority: values.OIDC_AUTHORITY,
    clientId: values.OIDC_CLIENT_ID,
    audience: values.OIDC_AUDIENCE,
    accessTokenType: values.OIDC_ACCESS_TOKEN_TYPE,
    groupsClaim: values.OIDC_GROUPS_CLAIM,
    administrators: values.ADMINISTRATORS,
    claimsMap: values.CLAIMS_MAP,
    sessionLifetime: values.SESSION_LIFETIME,
    productName: values.PRODUCT_NAME,
    companyName: values.COMPANY_NAME,
    environmentName: values.ENVIRONMENT_NAME,
    environmentColor: values.ENVIRONMENT_COLOR,
    licenseExpiration: values.LICENSE_EXPIRATION,
    permissionPrefix: values.PERMISSION_PREFIX,
    agentDownloadUrl: values.AGENT_DOWNLOAD_URL,
    masterKey,
    smtpUrl: values.SMTP_URL,
    features: new Set(values.FEATURES),
    logLevel: values.LOG_LEVEL,
    auditSink: values.AUDIT_SINK,
    metricsToken: values.METRICS_TOKEN,
    limits: {
      bodyBytes: values.BODY_LIMIT,
      addressLength: 8_192,
      anonymousPerMinute: values.ANONYMOUS_RATE_LIMIT,
      refusedPerMinute: values.REFUSED_RATE_LIMIT,
      callsPerMinute: values.CALL_RATE_LIMIT,
      callMePer10Minutes: values.CALL_ME_RATE_LIMIT,
      requestsPerHour: values.REQUEST_RATE_LIMIT,
      mailsPer10Minutes: values.MAIL_RATE_LIMIT,
      signInsPerMinute: values.SIGN_IN_RATE_LIMIT,
      signInFailuresPerUser: values.USER_FAILURE_LIMIT,
      signInFailuresPerAddress: values.ADDRESS_FAILURE_LIMIT,
    },
  };
};

const requireInProduction = (name: string, value: unknown, reason: string): void => {
  if (value !== undefined) return;
  throw new StartUpError(`${name} is not set: with NODE_ENV=production ${reason}, and the server refuses to start.`);
};

/** Keys and sign-ins that travel in the clear can be exchanged on the way; only this machine itself needs no TLS. */
const requireHttps = (name: string, value: string | undefined): void => {
  if (value === undefined) return;
  const { protocol, hostname } = new URL(value);
  if (protocol === 'https:' || isLoopback(hostname)) return;
  throw new StartUpError(`${name} must begin with https:// when NODE_ENV=production, unless its host is this machine.`);
};

const readMasterKey = (text: string | undefined, file: string | undefined): Buffer | undefined => {
  if (text !== undefined && file !== undefined) {
    throw new StartUpError('Both MASTER_KEY and MASTER_KEY_FILE are set; keep one of them.');
  }
  if (text !== undefined) return decodeMasterKey(text, 'MASTER_KEY');
  if (file === undefined) return undefined;
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartUpError(`The master key at ${file} (MASTER_KEY_FILE) cannot be read.`, { cause: error });
  }
  return decodeMasterKey(content.trim(), `The file ${file} (MASTER_KEY_FILE)`);
};

const decodeMasterKey = (text: string, source: string): Buffer => {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (key.length !== 32) throw new StartUpError(`${source} must hold 32 bytes in base64 or hexadecimal.`);
  return key;
};
