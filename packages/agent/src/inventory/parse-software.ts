import type { InventoryReport } from '@cfs/contracts/agent-inventory';

export type ReportedSoftware = InventoryReport['software'][number];

const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line !== '');

/** Arguments of dpkg-query whose output `parseDpkg` reads. */
export const dpkgArguments = ['-W', '-f', '${db:Status-Abbrev}\\t${Package}\\t${Version}\\t${Maintainer}\\n'];

/** Installed packages of dpkg. The epoch, a number and a colon, is not part of the version that users compare. */
export const parseDpkg = (output: string): ReportedSoftware[] =>
  linesOf(output).flatMap((line) => {
    const [status = '', name = '', version = '', maintainer = ''] = line.split('\t');
    if (!status.startsWith('ii') || name === '') return [];
    return {
      name,
      version: version.replace(/^\d+:/, ''),
      publisher: maintainer.replace(/\s*<[^>]*>$/, '') || null,
      source: 'Dpkg',
    };
  });

/** Arguments of rpm whose output `parseRpm` reads. */
export const rpmArguments = ['-qa', '--queryformat', '%{NAME}\\t%{VERSION}-%{RELEASE}\\t%{VENDOR}\\n'];

/** Installed packages of rpm, without the keys that rpm lists as packages. */
export const parseRpm = (output: string): ReportedSoftware[] =>
  linesOf(output).flatMap((line) => {
    const [name = '', version = '', vendor = ''] = line.split('\t');
    if (name === '' || name === 'gpg-pubkey') return [];
    return { name, version, publisher: vendor === '(none)' || vendor === '' ? null : vendor, source: 'Rpm' };
  });

/** Values of each key in the output of `reg query /s`, by name. */
export const parseRegistry = (output: string): ReadonlyMap<string, string>[] => {
  const keys: Map<string, string>[] = [];
  for (const line of linesOf(output)) {
    if (line.startsWith('HKEY_')) keys.push(new Map());
    const [, name, value] = /^ {4}(.+?) {4}REG_\w+ {4}(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) keys.at(-1)?.set(name, value);
  }
  return keys;
};

/** Programs of the uninstall keys that Windows shows to users: no updates, no parts of other programs. */
export const parseUninstallKeys = (output: string): ReportedSoftware[] =>
  parseRegistry(output).flatMap((values) => {
    const name = values.get('DisplayName');
    if (!name || values.get('SystemComponent') === '0x1' || values.has('ParentKeyName')) return [];
    return {
      name,
      version: values.get('DisplayVersion') ?? '',
      publisher: values.get('Publisher') ?? null,
      source: 'WindowsRegistry',
    };
  });

interface MacApplication {
  readonly _name?: unknown;
  readonly version?: unknown;
  readonly signed_by?: unknown;
}

/** Applications in the JSON of `system_profiler SPApplicationsDataType`. */
export const parseMacApplications = (output: string): ReportedSoftware[] => {
  const { SPApplicationsDataType: applications = [] } = JSON.parse(output) as {
    SPApplicationsDataType?: readonly MacApplication[];
  };
  return applications.flatMap(({ _name: name, version, signed_by: signedBy }) => {
    if (typeof name !== 'string') return [];
    const signer: unknown = Array.isArray(signedBy) ? signedBy[0] : undefined;
    return {
      name,
      version: typeof version === 'string' ? version : '',
      publisher: typeof signer === 'string' ? signer : null,
      source: 'MacOs',
    };
  });
};
