import { defaultPermissionPrefix } from '@cfs/contracts/permissions';
import { packetLimits } from '@cfs/contracts/packets';
import { z } from 'zod';
import {
  addressRanges,
  allowedAddresses,
  auditSink,
  claimsMap,
  color,
  contentStoreAddress,
  databaseUrl,
  date,
  features,
  headerList,
  list,
  mailDomain,
  origin,
  ratio,
  url,
  wholeNumber,
} from './setting-values.ts';

/** A setting: its parser and its line in docs/operating.md. */
export interface Setting {
  /** Parses the text of a variable or of a line of the file. A message is worded to follow the name of the setting. */
  readonly schema: z.ZodType<unknown, unknown>;
  /** The text used if the setting is not set; without a default there is no value. */
  readonly default?: string;
  /** Replaces the default in the documentation. */
  readonly otherwise?: string;
  readonly meaning: string;
  /** Whether the value is never printed. */
  readonly isSecret?: true;
  /** Whether only the environment may set it, because it is read before the file. */
  readonly isEnvironmentOnly?: true;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const perMinute = wholeNumber(1, 1_000_000_000);

/** All settings. Their names are a public interface. */
export const settings = {
  CONFIG_FILE: {
    schema: z.string(),
    isEnvironmentOnly: true,
    meaning: 'a file of further settings, one `NAME=value` per line; the environment overrides it',
  },
  NODE_ENV: {
    schema: z.enum(['production', 'development', 'test'], {
      error: 'must be production, development or test, or not set',
    }),
    isEnvironmentOnly: true,
    meaning:
      '`production` requires what is marked so below, and refuses what a first run generates; `development` and `test` have no effect, any other value is refused',
  },
  ROLES: {
    schema: list.pipe(
      z
        .array(z.enum(['web', 'worker'], { error: 'must be web, worker or both' }))
        .min(1, { error: 'must not be empty' }),
    ),
    default: 'web,worker',
    meaning: 'what this process does',
  },
  WEB_CONCURRENCY: {
    schema: wholeNumber(1, 64),
    default: '1',
    meaning:
      'processes of the role web on this machine, which share `PORT`; one for each core; more than 1 needs `DATABASE_URL`, `OIDC_AUTHORITY` and a master key',
  },
  PORT: { schema: wholeNumber(0, 65_535), default: '8080', meaning: 'where it listens; 0 lets the system choose' },
  HOST: {
    schema: z.string(),
    otherwise: '127.0.0.1; with `OIDC_AUTHORITY` 0.0.0.0',
    meaning:
      'the address to listen on; in first-run mode anything but loopback makes the demo passwords random, printed once',
  },
  DRAIN_SECONDS: {
    schema: wholeNumber(0, 60),
    otherwise: '0; in production 5',
    meaning:
      'seconds for which a stopping process continues to serve while `/readyz` answers 503; longer than a load balancer takes to notice',
  },
  PUBLIC_ORIGIN: {
    schema: origin('https://portal.example.com'),
    otherwise: 'as requested',
    meaning:
      'origin under which browsers reach the portal, behind a proxy; links in mails lead there; with https, browsers use only it (HSTS)',
  },
  TRUSTED_PROXIES: {
    schema: addressRanges,
    meaning: 'addresses or ranges of proxies whose `X-Forwarded-For` is trusted',
  },
  DATA_DIR: {
    schema: z.string(),
    default: './data',
    meaning:
      "the embedded database, the master key, the embedded provider's keys and records, the local agent; in production only uploads of bundles pass through its directory `uploads`",
  },
  DATABASE_URL: {
    schema: databaseUrl('postgres://user:password@host:5432/name'),
    isSecret: true,
    meaning: 'PostgreSQL 15 or later, as an owner who may create roles, schemas and extensions; required in production',
  },
  DATABASE_READ_URL: {
    schema: databaseUrl('postgres://host:5432/name'),
    isSecret: true,
    meaning:
      'a physical replica of that database, or a balancer over several, for exports, reports and other reads that may lag 30 seconds; every node has the same',
  },
  MASTER_KEY: {
    schema: z.string(),
    isSecret: true,
    otherwise: '`DATA_DIR/master.key`',
    meaning:
      "32 bytes in base64 or hexadecimal from which the database roles' passwords and the keys of device tokens, links, seals and secrets are derived; it or `MASTER_KEY_FILE` is required in production",
  },
  MASTER_KEY_FILE: { schema: z.string(), meaning: 'the file that contains the master key' },
  OIDC_AUTHORITY: {
    schema: url(/^https?$/, 'https://login.example.com'),
    meaning: 'the identity provider; required in production, with https',
  },
  OIDC_CLIENT_ID: {
    schema: z.string(),
    default: 'cfs-portal',
    meaning: 'the client id of the portal at the provider',
  },
  OIDC_AUDIENCE: { schema: z.string(), default: 'cfs-api', meaning: 'the audience that access tokens must carry' },
  OIDC_ACCESS_TOKEN_TYPE: {
    schema: z.enum(['at+jwt', 'any'], { error: 'must be at+jwt or any' }),
    default: 'any',
    meaning: '`at+jwt`: access tokens name their type (RFC 9068); `any`: the header may also say `JWT` or nothing',
  },
  OIDC_SCOPE: {
    schema: z
      .string()
      .regex(/^(?:\S+ )*openid(?: \S+)*$/, { error: 'must be space-separated scopes that include openid' }),
    default: 'openid profile email offline_access',
    meaning: 'the scopes that the portal asks for; some providers choose the audience of the access token by them',
  },
  OIDC_MAIL_VERIFIED_CLAIM: {
    schema: z.string(),
    default: 'email_verified',
    meaning: 'claim that marks the mail address of the claim `email` as verified, by `true` or 1',
  },
  OIDC_GROUPS_CLAIM: {
    schema: z.string(),
    default: 'groups',
    meaning: "claim of the access token that lists a person's groups at the provider",
  },
  SESSION_LIFETIME: {
    schema: wholeNumber(60, 30 * 86_400),
    default: String(8 * 3_600),
    meaning: 'seconds after which a person must sign in again',
  },
  ADMINISTRATORS: {
    schema: list.pipe(z.array(z.email({ error: 'must be comma-separated mail addresses' }))),
    default: '',
    meaning:
      'mails, comma-separated, invited at every start as administrators of all tenants; a new installation needs one',
  },
  CLAIMS_MAP: {
    schema: claimsMap,
    default: '[]',
    meaning: 'roles by claim: `[{"claim":"department","value":"operations","role":"Operator","tenantId":null}]`',
  },
  PRODUCT_NAME: { schema: z.string(), default: 'CFS', meaning: 'short name: menu and login page' },
  COMPANY_NAME: { schema: z.string(), default: 'CFS', meaning: 'name in the titles of pages and documents' },
  ENVIRONMENT_NAME: {
    schema: z.string(),
    default: 'CFS Portal',
    meaning: 'name of the environment, in the header',
  },
  ENVIRONMENT_COLOR: {
    schema: color,
    default: '#1976d2',
    meaning: 'colour of the environment: the line on top of the header, and the favicon',
  },
  LICENSE_EXPIRATION: {
    schema: date,
    default: '2030-12-31',
    meaning: 'date on which the license ends, for the License dialog',
  },
  PERMISSION_PREFIX: {
    schema: z.string(),
    default: defaultPermissionPrefix,
    meaning: 'prefix of permission strings on the wire',
  },
  AGENT_DOWNLOAD_URL: {
    schema: url(/^https?$/, 'https://downloads.example.com/agent'),
    meaning: 'where people download the agent, unless their tenant sets another address',
  },
  AGENT_DIRECTORY: {
    schema: z.string(),
    otherwise: '`packages/agent/dist`, where `npm run -s agent:build` writes',
    meaning:
      'directory with the built files of the agent, which the server offers for download where no address is set',
  },
  CONTENT_STORE: {
    schema: contentStoreAddress,
    otherwise: 'the directory `content` in `DATA_DIR`',
    meaning:
      'where the bundles of packages are: `file:///var/lib/cfs/content`, which every web process must see, or `s3://bucket/prefix`',
  },
  S3_ENDPOINT: {
    schema: url(/^https?$/, 'https://s3.example.com'),
    meaning: 'the S3-compatible service, addressed with the bucket in the path; AWS without it',
  },
  S3_REGION: { schema: z.string(), default: 'us-east-1', meaning: 'region of the bucket' },
  S3_ACCESS_KEY_ID: {
    schema: z.string(),
    meaning: 'credential of the bucket; without it, the credential that AWS libraries find on the machine',
  },
  S3_SECRET_ACCESS_KEY: { schema: z.string(), isSecret: true, meaning: 'the secret of that credential' },
  PACKAGE_QUOTA: {
    schema: wholeNumber(1, 1_000_000),
    default: '20',
    meaning: 'GiB of bundles that each tenant may store',
  },
  SMTP_URL: {
    schema: url(/^smtps?$/, 'smtp://user:password@host:587'),
    isSecret: true,
    meaning:
      'mail server; `?from=` names the sender, `cfs-portal@localhost` otherwise; without one messages stay in the outbox',
  },
  MAIL_IN_PORT: {
    schema: wholeNumber(0, 65_535),
    meaning:
      'where web processes take mails from the mail server of the organisation (SMTP); without it no mail is received',
  },
  MAIL_IN_HOST: { schema: z.string(), default: '127.0.0.1', meaning: 'the address to take mails on' },
  MAIL_IN_DOMAIN: {
    schema: mailDomain,
    meaning: 'domain of the addresses of tenants and of replies; required with `MAIL_IN_PORT`',
  },
  MAIL_IN_RELAYS: {
    schema: addressRanges,
    default: '127.0.0.1,::1',
    meaning: 'addresses and ranges, comma-separated, of the mail servers that may deliver',
  },
  MAIL_IN_AUTHSERV_ID: {
    schema: mailDomain,
    meaning: 'the name under which those mail servers write `Authentication-Results`; required with `MAIL_IN_PORT`',
  },
  MAIL_IN_MAX_SIZE: {
    schema: wholeNumber(65_536, 104_857_600),
    default: String(36 * 1_048_576),
    meaning: 'bytes of a received mail',
  },
  MAIL_IN_SENDER_RATE_LIMIT: {
    schema: wholeNumber(1, 1_000_000),
    default: '30',
    meaning: 'received mails per sender and tenant in a minute; more are delivered later',
  },
  MAIL_IN_TENANT_RATE_LIMIT: {
    schema: wholeNumber(1, 1_000_000),
    default: '600',
    meaning: 'received mails per tenant in a minute; more are delivered later',
  },
  MAIL_IN_RELAY_RATE_LIMIT: {
    schema: wholeNumber(1, 1_000_000),
    default: '12000',
    meaning: 'received mails per delivering mail server in a minute; more are delivered later',
  },
  FEATURES: {
    schema: features,
    default: '',
    meaning: 'features that are on in this environment, comma-separated (listed below)',
  },
  ACCESS_REQUEST_TENANT: {
    schema: z.string(),
    meaning:
      'id of the tenant that receives access requests, in a first run also its name; required with the feature `I3ERequestForm`',
  },
  ACTION_ALLOWED_ADDRESSES: {
    schema: allowedAddresses,
    default: '',
    meaning:
      'what HTTP actions may call besides public addresses: hosts, addresses and ranges, comma-separated, like `hooks.internal,10.1.2.0/24`',
  },
  PACKET_RETENTION_DAYS: {
    schema: wholeNumber(packetLimits.minRetentionDays, packetLimits.maxRetentionDays),
    default: String(packetLimits.retentionDays),
    meaning:
      'days for which the history of packets is kept, of all tenants; a smaller number removes older days immediately',
  },
  LOG_LEVEL: {
    schema: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }),
    default: 'info',
    meaning: `${logLevels.join(', ')}; logs are JSON lines on standard output`,
  },
  AUDIT_SINK: {
    schema: auditSink,
    isSecret: true,
    meaning:
      'where the heads of the audit chains are written besides the log: `file:///var/log/cfs/heads.jsonl`, or `https://user:password@host/path` to post to',
  },
  METRICS_TOKEN: {
    schema: z.string().min(16, { error: 'must have at least 16 characters' }),
    isSecret: true,
    meaning: 'bearer token that opens `/metrics` to other machines; at least 16 characters',
  },
  METRICS_PORT: {
    schema: wholeNumber(0, 65_535),
    meaning:
      'where `/metrics` and `/healthz` are served in addition, on `HOST`; all that a process without the role web serves',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: url(/^https?$/, 'http://collector.example.com:4318').transform((text) => text.replace(/\/+$/, '')),
    meaning:
      'switches tracing on: the OpenTelemetry receiver (OTLP over HTTP, protobuf); spans are posted to `/v1/traces` below it',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: headerList,
    default: '',
    isSecret: true,
    meaning: 'headers sent with the spans, `name=value,name=value`, values percent-encoded',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: ratio,
    default: '1',
    meaning:
      'share of the traces begun here that are recorded, 0 to 1; a trace from elsewhere keeps its own sampling decision',
  },
  OTEL_SERVICE_NAME: { schema: z.string(), default: 'cfs-portal', meaning: 'name of this service in traces' },
  BODY_LIMIT: {
    schema: wholeNumber(1_024, 1_073_741_824),
    default: '1048576',
    meaning: 'bytes of a body, unless a call has another limit',
  },
  ANONYMOUS_RATE_LIMIT: { schema: perMinute, default: '1200', meaning: 'anonymous calls per address and minute' },
  AGENT_SIGN_IN_RATE_LIMIT: {
    schema: perMinute,
    default: '60000',
    meaning: 'sign-in calls of agents per address and minute, two for each sign-in; of one agent at most 30',
  },
  REFUSED_RATE_LIMIT: { schema: perMinute, default: '120', meaning: 'refused credentials per address and minute' },
  CALL_RATE_LIMIT: { schema: perMinute, default: '1200000', meaning: 'calls per credential and minute' },
  CALL_ME_RATE_LIMIT: {
    schema: wholeNumber(1, 10_000),
    default: '3',
    meaning: 'requests to be called back per person in 10 min',
  },
  REQUEST_RATE_LIMIT: { schema: wholeNumber(1, 10_000), default: '20', meaning: 'requests per person and hour' },
  ATTACHMENT_RATE_LIMIT: {
    schema: wholeNumber(100, 10_000),
    default: '1024',
    meaning: 'MiB of files that a person attaches to work units in an hour; each file counts as whole MiB',
  },
  ENTITY_LIMIT: {
    schema: wholeNumber(1_000, 5_000_000),
    default: '1000000',
    meaning: 'entities of a tenant that send packets, its devices and their operations not counted',
  },
  ACCESS_REQUEST_RATE_LIMIT: {
    schema: wholeNumber(1, 10_000),
    default: '5',
    meaning: 'access requests per address (of IPv6 the first 64 bits) and hour',
  },
  SUBSCRIPTION_RATE_LIMIT: {
    schema: wholeNumber(1, 10_000),
    default: '10',
    meaning: 'subscriptions of visitors per address (of IPv6 the first 64 bits) and hour',
  },
  SUBSCRIBER_MAIL_BUDGET: {
    schema: wholeNumber(1, 1_000),
    default: '10',
    meaning: 'mails about communications per subscriber in 24 hours; further ones are gathered into a digest',
  },
  MAIL_RATE_LIMIT: {
    schema: wholeNumber(1, 10_000),
    default: '200',
    meaning: 'mails by notes, tests and actions per person in 10 min',
  },
  SIGN_IN_RATE_LIMIT: {
    schema: wholeNumber(1, 1_000_000),
    default: '120',
    meaning: 'sign-ins begun at the embedded provider per address and minute',
  },
  USER_FAILURE_LIMIT: {
    schema: wholeNumber(1, 1_000_000),
    default: '10',
    meaning: 'failed sign-ins at the embedded provider per user name in 15 min',
  },
  ADDRESS_FAILURE_LIMIT: {
    schema: wholeNumber(1, 1_000_000),
    default: '100',
    meaning: 'failed sign-ins at the embedded provider per address in 15 min',
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof settings;

type Value<Stated extends Setting> =
  | z.output<Stated['schema']>
  | (Stated extends { readonly default: string } ? never : undefined);

/** The values of all settings; `undefined` for a setting that is neither set nor has a default. */
export type SettingValues = { readonly [Name in SettingName]: Value<(typeof settings)[Name]> };

export const settingNames = Object.keys(settings) as readonly SettingName[];
