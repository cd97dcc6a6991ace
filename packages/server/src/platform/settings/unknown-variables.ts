import { closestName } from './closest-name.ts';
import { settingNames } from './settings.ts';

/** Variables of the environment that begin so are settings of this product. */
const ownPrefixes = ['OIDC_', 'SMTP_', 'ENVIRONMENT_', 'LICENSE_', 'MASTER_KEY', 'CLAIMS_', 'PACKET_RETENTION_'];
const maxTypingErrors = 2;
/** Shorter names resemble too many others. */
const shortestTypo = 10;

/** What Kubernetes sets for each service, such as one that is called `smtp`. */
const isOfService = (name: string, value: string): boolean =>
  /_SERVICE_(?:HOST|PORT)/.test(name) || /_PORT_\d+_(?:TCP|UDP)/.test(name) || /^(?:tcp|udp):\/\//.test(value);

const similarSetting = (name: string) =>
  name.includes('_') && name.length >= shortestTypo ? closestName(name, settingNames, maxTypingErrors) : undefined;

/**
 * The variables of an environment that look like settings and are none, each with a hint: those with a prefix of the
 * product's, and those that are a slip away from a setting. The environment holds other programs' variables as well.
 */
export const unknownVariables = (environment: Readonly<Record<string, string | undefined>>): readonly string[] => {
  const known: ReadonlySet<string> = new Set(settingNames);
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (value === '' || known.has(name) || isOfService(name, value)) return [];
    const hasOwnPrefix = ownPrefixes.some((prefix) => name.startsWith(prefix));
    const similar = similarSetting(name) ?? (hasOwnPrefix ? closestName(name, settingNames) : undefined);
    if (similar !== undefined) return [`${name} is no setting, did you mean ${similar}?`];
    return hasOwnPrefix ? [`${name} is no setting; docs/operating.md lists them`] : [];
  });
};
