import { checkContents } from '../areas/packages/bundles/check-contents.ts';
import { checkSecrets } from '../areas/secrets/check-secrets.ts';
import { roleConnections } from '../platform/database/roles.ts';
import { readMigrationState } from '../platform/database/migrate.ts';
import { isolationFaults } from '../platform/database/self-check.ts';
import { toTenantId } from '../platform/odata/wire-form.ts';
import { checkAudit } from './verify-audit.ts';
import { CommandError } from './command-error.ts';
import type { OpenServices } from './open-services.ts';
import { placeName } from './place-name.ts';

/** Maximum number of faults of a check that are printed. */
const faultsNamed = 50;

type Opened = Pick<OpenServices, 'services' | 'owner' | 'masterKey'>;

/** The result of a check: the text that is printed if there are no faults, and the faults. */
interface Checked {
  readonly name: string;
  readonly whole: string;
  readonly faults: readonly string[];
}

const linesOf = ({ name, whole, faults }: Checked): readonly string[] => {
  if (faults.length === 0) return [`${name}: ${whole}`];
  const more = faults.length > faultsNamed ? [`${name}: and ${faults.length - faultsNamed} more`] : [];
  return [...faults.slice(0, faultsNamed).map((fault) => `${name}: ${fault}`), ...more];
};

const counted = (count: number, singular: string): string => (count === 1 ? `1 ${singular}` : `${count} ${singular}s`);

const migrations = async ({ owner, masterKey }: Opened): Promise<Checked> => {
  const { applied, missing, faults } = await readMigrationState({ owner, masterKey });
  return {
    name: 'migrations',
    whole: `intact, ${applied} applied`,
    faults: [
      ...faults,
      ...missing.map((name) => `${name} is not applied. A server of this version does it at its start.`),
    ],
  };
};

const isolation = async ({ owner, masterKey }: Opened): Promise<Checked> => {
  const faults = new Set<string>();
  for (const connection of Object.values(roleConnections(owner, masterKey)))
    for (const fault of await isolationFaults(connection)) faults.add(fault);
  return { name: 'row-level security', whole: 'intact', faults: [...faults] };
};

const audit = async ({ services }: Opened, nameOf: NameOf, heads: string | undefined): Promise<Checked> => {
  const { whole, broken } = await checkAudit(services, 'all', nameOf, heads);
  const against = heads === undefined ? '' : ', also against the written heads';
  return { name: 'audit', whole: `intact for ${whole.join(', ')}${against}`, faults: broken };
};

const secrets = async ({ services }: Opened, nameOf: NameOf): Promise<Checked> => {
  const { opened, faults } = await checkSecrets(services);
  return {
    name: 'secrets',
    whole: `intact, ${counted(opened, 'secret')} under the master key`,
    faults: faults.map(({ tenantId, text }) => `${nameOf(tenantId)}: ${text}`),
  };
};

const contents = async ({ services }: Opened, nameOf: NameOf): Promise<Checked> => {
  const { whole, bytes, faults } = await checkContents(services);
  return {
    name: 'bundles',
    whole: `intact, ${counted(whole, 'bundle')} with ${counted(bytes, 'byte')}`,
    faults: faults.map(({ tenantId, text }) => `${nameOf(tenantId)}: ${text}`),
  };
};

type NameOf = (tenantId: string) => string;

/**
 * Checks whether a database, its master key and its content store are intact and belong together, as after a restore:
 * migrations, row-level security, the audit of every tenant (also against a file of heads), every secret, and every
 * bundle that a package version names. Returns one line for each check.
 *
 * @throws CommandError with a line for each fault. The other checks are not run without the migrations of this version.
 */
export const verify = async (opened: Opened, heads: string | undefined): Promise<readonly string[]> => {
  const first = await migrations(opened);
  if (first.faults.length > 0) throw new CommandError('Damaged: migrations. Nothing else was checked.', linesOf(first));
  const snapshot = await opened.services.snapshot.refresh();
  const nameOf: NameOf = (tenantId) => placeName(snapshot, toTenantId(tenantId));
  const checked = [
    first,
    await isolation(opened),
    await audit(opened, nameOf, heads),
    await secrets(opened, nameOf),
    await contents(opened, nameOf),
  ];
  const lines = checked.flatMap(linesOf);
  const broken = checked.filter(({ faults }) => faults.length > 0).map(({ name }) => name);
  if (broken.length > 0) throw new CommandError(`Damaged: ${broken.join(', ')}.`, lines);
  return lines;
};
