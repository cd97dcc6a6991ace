import type { AccessSnapshot } from './platform/access/access-snapshot.ts';
import type { Configuration } from './platform/configuration.ts';

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

/** What an operator should set, although the server can run without it. Not for a first run. */
export const startWarnings = (
  settings: Settings,
  { provider, snapshot }: { readonly provider: string; readonly snapshot: AccessSnapshot },
): readonly string[] => [
  ...(settings.publicOrigin === undefined
    ? [`PUBLIC_ORIGIN is not set; links in mails lead to http://localhost:${settings.port}`]
    : []),
  ...(isAdministrated(settings, provider, snapshot)
    ? []
    : ['nobody administrates all tenants by this identity provider; name a first administrator in ADMINISTRATORS']),
];
