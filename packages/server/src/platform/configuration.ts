import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FeatureName } from '@cfs/contracts/features';
import type { AllowedAddresses } from './http/allowed-addresses.ts';
import { isLoopback } from './http/loopback.ts';
import { readSettings, type Environment } from './settings/read-settings.ts';
import type { ClaimRule } from './settings/setting-values.ts';
import type { LogLevel } from './settings/settings.ts';
import { StartUpError } from './start-up-error.ts';

/** The parts of the server that a process runs. */
export type ServerRole = 'web' | 'worker';

/** Which `typ` headers of access tokens are accepted: `at+jwt` alone, or any that does not name another kind of token. */
export type AccessTokenType = 'at+jwt' | 'any';

/** Everything that the settings decide, read once and never changed. */
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
  /** The features that are on. */
  readonly features: ReadonlySet<FeatureName>;
  /** What HTTP actions may call besides public addresses. */
  readonly actionAllowedAddresses: AllowedAddresses;
  /** Days for which the history of packets is kept, and thereby the maximum age of a packet. */
  readonly packetRetentionDays: number;
  readonly logLevel: LogLevel;
  /** Where the ends of the audit's chains are written besides the log: a file, or an address to post to. */
  readonly auditSink: URL | undefined;
  /** Opens `/metrics` to callers elsewhere than on this machine, as their bearer token. */
  readonly metricsToken: string | undefined;
  readonly limits: Limits;
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

/**
 * Reads the configuration from environment variables and the file that `CONFIG_FILE` names; an empty variable counts as
 * unset.
 *
 * @throws StartUpError in one line that names every setting at fault and none of their values.
 */
export const readConfiguration = (environment: Environment): Configuration => {
  const values = readSettings(environment);
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
    features: values.FEATURES,
    actionAllowedAddresses: values.ACTION_ALLOWED_ADDRESSES,
    packetRetentionDays: values.PACKET_RETENTION_DAYS,
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
