import { closestName } from './closest-name.ts';
import { settingNames } from './settings.ts';

/** Prefixes of environment variables that are settings of this product. */
const ownPrefixes = ['OIDC_', 'SMTP_', 'ENVIRONMENT_', 'LICENSE_', 'MASTER_KEY', 'CLAIMS_', 'PACKET_RETENTION_'];
const maxTypingErrors = 2;
/** Shorter names resemble too many other variables. */
const shortestTypo = 10;

/** Variables that Kubernetes sets for each service, for example one named `smtp`. */
const isOfService = (name: string, value: string): boolean =>
  /_SERVICE_(?:HOST|PORT)/.test(name) || /_PORT_\d+_(?:TCP|UDP)/.test(name) || /^(?:tcp|udp):\/\//.test(value);

const similarSetting = (name: string) =>
  name.includes('_') && name.length >= shortestTypo ? closestName(name, settingNames, maxTypingErrors) : undefined;

/**
 * The environment variables that look like settings but are unknown, each with a suggestion: those with a prefix of the
 * product, and those that differ slightly from a setting. Variables of other programs are ignored.
 */
export const unknownVariables = (environment: Readonly<Record<string, string | undefined>>): readonly string[] => {
  const known: ReadonlySet<string> = new Set(settingNames);
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (value === '' || known.has(name) || isOfService(name, value)) return [];
    const hasOwnPrefix = ownPrefixes.some((prefix) => name.startsWith(prefix));
    const similar = similarSetting(name) ?? (hasOwnPrefix ? closestName(name, settingNames) : undefined);
    if (similar !== undefined) return [`${name} is not a setting, did you mean ${similar}?`];
    return hasOwnPrefix ? [`${name} is not a setting; docs/operating.md lists all settings`] : [];
  });
};
