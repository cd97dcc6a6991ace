import type { AccessSnapshot } from './platform/access/access-snapshot.ts';
import type { IdentitySource } from './platform/access/identity-source.ts';
import type { Configuration } from './platform/configuration.ts';
import { errorCode } from './platform/error-code.ts';
import { certificateFailure } from './start-failure.ts';

type Settings = Pick<Configuration, 'publicOrigin' | 'port' | 'claimsMap'>;

const administrator = 'Administrator';

/** Whether a person, a group or a claim has the Administrator role in all tenants. */
const isAdministrated = ({ claimsMap }: Settings, provider: string, snapshot: AccessSnapshot): boolean => {
  const grants = [...snapshot.grantsByGroup.values()].flat();
  for (const person of snapshot.people.values())
    if (person.enabled && person.provider === provider)
      grants.push(...(snapshot.grantsByUser.get(person.userId) ?? []));
  return [
    ...grants.map(({ roleName, tenantId }) => ({ role: roleName, tenantId })),
    ...claimsMap.map(({ role, tenantId }) => ({ role, tenantId })),
  ].some(({ role, tenantId }) => role === administrator && tenantId === undefined);
};

/** Warnings about what an operator should set although the server can run without it. Not for a first run. */
export const startWarnings = (
  settings: Settings,
  { provider, snapshot }: { readonly provider: string; readonly snapshot: AccessSnapshot },
): readonly string[] => [
  ...(settings.publicOrigin === undefined
    ? [`PUBLIC_ORIGIN is not set; links in mails lead to http://localhost:${settings.port}`]
    : []),
  ...(isAdministrated(settings, provider, snapshot)
    ? []
    : ['nobody administers all tenants through this identity provider; name a first administrator in ADMINISTRATORS']),
];

/** The innermost cause: a network failure, or the fault in the provider's document. */
const rootCause = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? rootCause(error.cause) : error;

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'ZodError') return 'its discovery document lacks what the server needs';
  const code = errorCode(error) ?? '';
  const message = error.message.replace(/\n[^]*/, '');
  return message.includes(code) ? message : [message, code].filter((part) => part !== '').join(', ');
};

/** Fetches the provider's discovery document; returns why nobody can sign in, `undefined` if users can. */
export const providerWarning = async ({
  browserOrigins,
}: Pick<IdentitySource, 'browserOrigins'>): Promise<string | undefined> => {
  try {
    await browserOrigins?.();
    return undefined;
  } catch (error) {
    const root = rootCause(error);
    const hint = certificateFailure.test(errorCode(root) ?? '')
      ? '; name the file of its certificate authority in NODE_EXTRA_CA_CERTS'
      : '';
    return `the identity provider of OIDC_AUTHORITY cannot be used, and nobody can sign in until it can: ${reasonOf(root)}${hint}`;
  }
};
