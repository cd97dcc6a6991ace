import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isGuid } from '@cfs/contracts/guid';
import { accessRequestFeature, type FeatureName } from '@cfs/contracts/features';
import type { S3Settings } from './content-store/s3-store.ts';
import type { ConnectionSettings } from './database/connection-settings.ts';
import { codeOrName } from './error-code.ts';
import type { AddressRanges, AllowedAddresses } from './http/allowed-addresses.ts';
import { isLoopback } from './http/loopback.ts';
import { readSettings, type Environment } from './settings/read-settings.ts';
import type { ClaimRule } from './settings/setting-values.ts';
import type { LogLevel } from './settings/settings.ts';
import { StartUpError } from './start-up-error.ts';

/** The roles that a process can run. */
export type ServerRole = 'web' | 'worker';

/** The accepted `typ` headers of access tokens: only `at+jwt`, or any that does not denote another kind of token. */
export type AccessTokenType = 'at+jwt' | 'any';

const builtAgentDirectory = join(import.meta.dirname, '../../../agent/dist');

/** The configuration; read once at start and immutable. */
export interface Configuration {
  readonly production: boolean;
  readonly roles: readonly ServerRole[];
  /** Processes of the role web that share the port; several are started by this process, which then serves nothing. */
  readonly webProcesses: number;
  /** Seconds between the signal to stop and the end of listening. */
  readonly drainSeconds: number;
  /** 0 selects a free port. */
  readonly port: number;
  readonly host: string;
  /** The public origin of the portal, without a trailing slash; undefined: taken from each request. */
  readonly publicOrigin: string | undefined;
  /** Trusted proxies: their `X-Forwarded-For` determines the caller's address. */
  readonly trustedProxies: AddressRanges | undefined;
  /** Absolute path of the directory for all data outside the database. */
  readonly dataDirectory: string;
  /** PostgreSQL, as the owner of the database; undefined starts the embedded server. */
  readonly database: ConnectionSettings | undefined;
  /** A read replica, of which host, port, database and TLS are used; undefined: there is none. */
  readonly readReplica: ConnectionSettings | undefined;
  /** The issuer URL of the OpenID Connect provider; undefined starts the embedded provider. */
  readonly authority: string | undefined;
  readonly clientId: string;
  /** The required audience of access tokens. */
  readonly audience: string;
  /** The accepted `typ` of access tokens: only `at+jwt` (RFC 9068), or also `JWT` and none. */
  readonly accessTokenType: AccessTokenType;
  /** The scopes that the portal asks for, separated by spaces. */
  readonly scope: string;
  /** The claim that marks a person's mail address as verified. */
  readonly mailVerifiedClaim: string;
  /** The claim with a person's groups at the provider. */
  readonly groupsClaim: string;
  /** Mail addresses invited at every start as administrators of all tenants. */
  readonly administrators: readonly string[];
  /** Roles granted by claims of the access token. */
  readonly claimsMap: readonly ClaimRule[];
  /** Maximum duration of a sign-in in seconds. */
  readonly sessionLifetime: number;
  /** Short name: menu and login page. */
  readonly productName: string;
  /** Name in document titles. */
  readonly companyName: string;
  readonly environmentName: string;
  /** A CSS hexadecimal colour. */
  readonly environmentColor: string;
  /** ISO 8601 date or instant at which the license expires. */
  readonly licenseExpiration: string;
  readonly permissionPrefix: string;
  /** Download address of the agent, unless a tenant's settings override it. */
  readonly agentDownloadUrl: string | undefined;
  /** The directory with the files of the agent that the server offers for download. */
  readonly agentDirectory: string;
  /**
   * 32 bytes from which keys and the passwords of database roles are derived; undefined: the first run stores a
   * generated key in the data directory.
   */
  readonly masterKey: Buffer | undefined;
  /** `smtp://…`; undefined: mail is stored in the outbox. */
  readonly smtpUrl: string | undefined;
  /** How mails are received; undefined: not at all. */
  readonly mailIn: MailInConfiguration | undefined;
  /** The enabled features. */
  readonly features: ReadonlySet<FeatureName>;
  /** What HTTP actions may call in addition to public addresses. */
  readonly actionAllowedAddresses: AllowedAddresses;
  /** Id or name of the tenant that receives access requests; set whenever their feature is on. */
  readonly accessRequestTenant: string | undefined;
  /** Retention of packets in days, which is also the maximum age of an accepted packet. */
  readonly packetRetentionDays: number;
  readonly logLevel: LogLevel;
  /** Where the heads of the audit chains are published in addition to the log: a file, or an address to post to. */
  readonly auditSink: URL | undefined;
  /** The bearer token that grants access to `/metrics` from other machines. */
  readonly metricsToken: string | undefined;
  /** A port for `/metrics` and `/healthz` alone; undefined: none. 0 selects a free one. */
  readonly metricsPort: number | undefined;
  /** Where spans are sent; undefined: tracing is off. */
  readonly tracing: TracingConfiguration | undefined;
  /** Where large files are kept. */
  readonly contentStore: { readonly kind: 'directory'; readonly path: string } | ({ readonly kind: 's3' } & S3Settings);
  readonly limits: Limits;
}

/** How traces are recorded. */
export interface TracingConfiguration {
  /** The address that receives spans by OTLP over HTTP. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Share of the traces that begin at this server and are recorded, 0 to 1. */
  readonly ratio: number;
  readonly serviceName: string;
}

/** How mails are received. */
export interface MailInConfiguration {
  /** 0 selects a free port. */
  readonly port: number;
  readonly host: string;
  /** Domain of the addresses of tenants and of replies, in lower case. */
  readonly domain: string;
  /** The mail servers that may deliver. */
  readonly relays: AddressRanges;
  /** The name in the `Authentication-Results` of those mail servers, in lower case. */
  readonly authservId: string;
  /** Maximum bytes of a mail. */
  readonly maxBytes: number;
  /** Mails per minute that one process accepts. */
  readonly perMinute: { readonly sender: number; readonly tenant: number; readonly relay: number };
}

/** Limits of requests. */
export interface Limits {
  /** Maximum bytes of a request body, unless its route overrides it. */
  readonly bodyBytes: number;
  /** Maximum characters of a request's URL. */
  readonly addressLength: number;
  /** Calls of anonymous routes per address and minute. */
  readonly anonymousPerMinute: number;
  /** Sign-in calls of agents per address and minute. */
  readonly agentSignInsPerMinute: number;
  /** Rejected credentials per address and minute. */
  readonly refusedPerMinute: number;
  /** Calls per credential and minute. */
  readonly callsPerMinute: number;
  /** Requested call backs per person in ten minutes. */
  readonly callMePer10Minutes: number;
  /** Requests to the Resolution Center per person and hour. */
  readonly requestsPerHour: number;
  /** MiB of files that a person attaches to work units in an hour. */
  readonly attachedMebibytesPerHour: number;
  /** Entities of a tenant that send packets, without its devices and their operations. */
  readonly entitiesPerTenant: number;
  /** Access requests of visitors per source address and hour. */
  readonly accessRequestsPerHour: number;
  /** Subscriptions of visitors per source address and hour. */
  readonly subscriptionsPerHour: number;
  /** Mails about communications to a subscriber within 24 hours; further ones go into a digest. */
  readonly subscriberMailsPerDay: number;
  /** Mails caused by a person through notes, tests and manual actions in ten minutes, and previews of mails. */
  readonly mailsPer10Minutes: number;
  /** Sign-ins started at the embedded provider per address and minute. */
  readonly signInsPerMinute: number;
  /** Failed sign-ins at the embedded provider within fifteen minutes, per user name and per address. */
  readonly signInFailuresPerUser: number;
  readonly signInFailuresPerAddress: number;
  /** Bytes of bundles that each tenant may store. */
  readonly packageBytesPerTenant: number;
}

/**
 * Reads the configuration from environment variables and the file named by `CONFIG_FILE`; an empty variable counts as
 * unset.
 *
 * @throws StartUpError in one line that names every faulty setting and no value.
 */
export const readConfiguration = (environment: Environment): Configuration => {
  const values = readSettings(environment);
  const production = values.NODE_ENV === 'production';
  const masterKey = readMasterKey(values.MASTER_KEY, values.MASTER_KEY_FILE);
  if (production) {
    requireInProduction('OIDC_AUTHORITY', values.OIDC_AUTHORITY, 'there are no demo users');
    requireHttps('OIDC_AUTHORITY', values.OIDC_AUTHORITY);
    requireInProduction('DATABASE_URL', values.DATABASE_URL, 'there is no embedded database');
    requireInProduction('MASTER_KEY or MASTER_KEY_FILE', masterKey, 'no key is generated');
  }
  if (values.WEB_CONCURRENCY > 1) {
    const isComplete =
      values.DATABASE_URL !== undefined && values.OIDC_AUTHORITY !== undefined && masterKey !== undefined;
    if (!isComplete)
      throw new StartUpError(
        'WEB_CONCURRENCY is more than 1, which needs DATABASE_URL, OIDC_AUTHORITY and MASTER_KEY or MASTER_KEY_FILE: a first run is one process.',
      );
  }
  if (values.FEATURES.has(accessRequestFeature) && values.ACCESS_REQUEST_TENANT === undefined)
    throw new StartUpError(
      'ACCESS_REQUEST_TENANT is not set: FEATURES contains I3ERequestForm, whose requests need a tenant.',
    );
  // Another tenant can be given the same name by its own administrator.
  if (production && values.ACCESS_REQUEST_TENANT !== undefined && !isGuid(values.ACCESS_REQUEST_TENANT.trim()))
    throw new StartUpError('ACCESS_REQUEST_TENANT must be the id of a tenant in production: names are not unique.');
  return {
    production,
    roles: values.ROLES,
    webProcesses: values.WEB_CONCURRENCY,
    drainSeconds: values.DRAIN_SECONDS ?? (production ? 5 : 0),
    port: values.PORT,
    host: values.HOST ?? (values.OIDC_AUTHORITY === undefined ? '127.0.0.1' : '0.0.0.0'),
    publicOrigin: values.PUBLIC_ORIGIN,
    trustedProxies: values.TRUSTED_PROXIES,
    dataDirectory: resolve(values.DATA_DIR),
    database: values.DATABASE_URL,
    readReplica: values.DATABASE_READ_URL,
    authority: values.OIDC_AUTHORITY,
    clientId: values.OIDC_CLIENT_ID,
    audience: values.OIDC_AUDIENCE,
    accessTokenType: values.OIDC_ACCESS_TOKEN_TYPE,
    scope: values.OIDC_SCOPE,
    mailVerifiedClaim: values.OIDC_MAIL_VERIFIED_CLAIM,
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
    agentDirectory: resolve(values.AGENT_DIRECTORY ?? builtAgentDirectory),
    masterKey,
    smtpUrl: values.SMTP_URL,
    mailIn: mailInOf(values),
    features: values.FEATURES,
    actionAllowedAddresses: values.ACTION_ALLOWED_ADDRESSES,
    accessRequestTenant: values.ACCESS_REQUEST_TENANT,
    packetRetentionDays: values.PACKET_RETENTION_DAYS,
    logLevel: values.LOG_LEVEL,
    auditSink: values.AUDIT_SINK,
    metricsToken: values.METRICS_TOKEN,
    metricsPort: values.METRICS_PORT,
    tracing: tracingOf(values),
    contentStore: contentStoreOf(values),
    limits: {
      bodyBytes: values.BODY_LIMIT,
      addressLength: 8_192,
      anonymousPerMinute: values.ANONYMOUS_RATE_LIMIT,
      agentSignInsPerMinute: values.AGENT_SIGN_IN_RATE_LIMIT,
      refusedPerMinute: values.REFUSED_RATE_LIMIT,
      callsPerMinute: values.CALL_RATE_LIMIT,
      callMePer10Minutes: values.CALL_ME_RATE_LIMIT,
      requestsPerHour: values.REQUEST_RATE_LIMIT,
      attachedMebibytesPerHour: values.ATTACHMENT_RATE_LIMIT,
      entitiesPerTenant: values.ENTITY_LIMIT,
      accessRequestsPerHour: values.ACCESS_REQUEST_RATE_LIMIT,
      subscriptionsPerHour: values.SUBSCRIPTION_RATE_LIMIT,
      subscriberMailsPerDay: values.SUBSCRIBER_MAIL_BUDGET,
      mailsPer10Minutes: values.MAIL_RATE_LIMIT,
      signInsPerMinute: values.SIGN_IN_RATE_LIMIT,
      signInFailuresPerUser: values.USER_FAILURE_LIMIT,
      signInFailuresPerAddress: values.ADDRESS_FAILURE_LIMIT,
      packageBytesPerTenant: values.PACKAGE_QUOTA * 1024 ** 3,
    },
  };
};

const mailInOf = (values: ReturnType<typeof readSettings>): MailInConfiguration | undefined => {
  const { MAIL_IN_PORT: port, MAIL_IN_DOMAIN: domain, MAIL_IN_AUTHSERV_ID: authservId } = values;
  if (port === undefined) return undefined;
  if (domain === undefined) throw new StartUpError('MAIL_IN_DOMAIN is not set, but MAIL_IN_PORT requires it.');
  if (authservId === undefined)
    throw new StartUpError('MAIL_IN_AUTHSERV_ID is not set, but MAIL_IN_PORT requires it to recognise forged senders.');
  return {
    port,
    host: values.MAIL_IN_HOST,
    domain,
    relays: values.MAIL_IN_RELAYS,
    authservId,
    maxBytes: values.MAIL_IN_MAX_SIZE,
    perMinute: {
      sender: values.MAIL_IN_SENDER_RATE_LIMIT,
      tenant: values.MAIL_IN_TENANT_RATE_LIMIT,
      relay: values.MAIL_IN_RELAY_RATE_LIMIT,
    },
  };
};

const tracingOf = (values: ReturnType<typeof readSettings>): TracingConfiguration | undefined => {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  return endpoint === undefined
    ? undefined
    : {
        url: `${endpoint}/v1/traces`,
        headers: values.OTEL_EXPORTER_OTLP_HEADERS,
        ratio: values.OTEL_TRACES_SAMPLER_ARG,
        serviceName: values.OTEL_SERVICE_NAME,
      };
};

const contentStoreOf = (values: ReturnType<typeof readSettings>): Configuration['contentStore'] => {
  const address = values.CONTENT_STORE;
  if (address === undefined) return { kind: 'directory', path: resolve(values.DATA_DIR, 'content') };
  if (address.kind === 'directory') return address;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new StartUpError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together; set both or neither.');
  return {
    ...address,
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION,
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey },
  };
};

const requireInProduction = (name: string, value: unknown, reason: string): void => {
  if (value !== undefined) return;
  throw new StartUpError(`${name} is not set: with NODE_ENV=production ${reason}, and the server refuses to start.`);
};

/** Keys and credentials sent without TLS can be intercepted; only loopback addresses are exempt. */
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
    throw new StartUpError(`The master key at ${file} (MASTER_KEY_FILE) cannot be read: ${codeOrName(error)}.`, {
      cause: error,
    });
  }
  return decodeMasterKey(content.trim(), `The file ${file} (MASTER_KEY_FILE)`);
};

const decodeMasterKey = (text: string, source: string): Buffer => {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (key.length !== 32) throw new StartUpError(`${source} must contain 32 bytes in base64 or hexadecimal.`);
  return key;
};
