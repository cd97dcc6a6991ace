import { parseArgs } from 'node:util';
import { readConfigCommand, type ConfigCommand } from './read-config-command.ts';
import { UsageError } from './usage-error.ts';
import { noFurtherArguments, requiredArgument } from './words.ts';

/** Where a grant applies: a tenant by its name or id, or all of them. */
export type Place = { readonly tenant: string } | 'all';

/** The person or group that holds a grant. */
export type Holder = { readonly mail: string } | { readonly group: string };

/** A command that works with the services of a database. */
export type ServiceCommand =
  | { readonly verb: 'help' }
  | { readonly verb: 'grant' | 'revoke'; readonly holder: Holder; readonly role: string; readonly place: Place }
  | { readonly verb: 'list-grants'; readonly holder: Holder | undefined; readonly place: Place | undefined }
  | {
      readonly verb: 'invite';
      readonly mail: string;
      readonly name: string | undefined;
      readonly grant: { readonly role: string; readonly place: Place } | undefined;
    }
  | { readonly verb: 'disable' | 'enable' | 'release'; readonly mail: string }
  | { readonly verb: 'create-tenant'; readonly name: string }
  | {
      readonly verb: 'import-controls';
      readonly file: string;
      readonly profile: string | undefined;
      readonly place: Place;
    }
  | ConfigCommand
  | { readonly verb: 'audit-verify'; readonly place: Place | undefined; readonly heads: string | undefined }
  | { readonly verb: 'audit-anchor' }
  | { readonly verb: 'rotate-secrets'; readonly place: Place | undefined };

/** A command on the installation as a whole. */
export type InstallationCommand =
  | { readonly verb: 'verify'; readonly heads: string | undefined }
  | {
      readonly verb: 'backup';
      readonly directory: string;
      readonly withMasterKey: boolean;
      readonly bytesPerSecond: number;
    }
  | {
      readonly verb: 'restore';
      readonly directory: string;
      readonly masterKeyFile: string | undefined;
      readonly bytesPerSecond: number;
    };

type Command = ServiceCommand | InstallationCommand;

interface Provider {
  /** The identity provider of the people in the command; `undefined` for that of the server. */
  readonly provider: string | undefined;
}

export type ServiceRequest = ServiceCommand & Provider;
export type Request = Command & Provider;

/** What `--help` prints. */
export const usage = `npm run -s admin -- <command>

  invite <mail> [--name <name>] [<role> --tenant <tenant> | <role> --all]
  grant <mail> <role> --tenant <tenant> | --all
  grant --group <group> <role> --tenant <tenant> | --all
  revoke …                 revokes what grant with the same arguments granted
  list-grants [<mail> | --group <group>] [--tenant <tenant> | --all]
  disable <mail>           ends a person's access, also from sign-ins under way
  enable <mail>
  release <mail>           detaches a person from their account at the provider, as when it was created again: the next
                           account with that verified mail becomes theirs, with all they are granted
  create-tenant <name>     creates a tenant, such as the first of an installation
  import-controls <file> [--profile <file>] --tenant <tenant> | --all
                           imports a control set: an OSCAL catalogue in JSON, what a profile selects of it, or the
                           simple format of docs/reference/compliance.md; statuses are kept
  config export --tenant <tenant>
                           prints the configuration of a tenant as YAML
  config plan <file> --tenant <tenant>
                           prints what applying the file would create, change and remove, and the name of the plan
  config apply <file> --tenant <tenant> --plan <plan>
                           does so in one transaction; refused if tenant or file have changed since the plan
  config schema            prints the JSON Schema of such files
  audit-verify [--tenant <tenant> | --all] [--heads <file>]
                           checks the audit, also against the heads that AUDIT_SINK wrote to a file;
                           names what is changed, missing or inserted; exit code 1 if there is any
  backup <directory> [--with-master-key] [--rate <MiB per second>]
                           copies a first-run server's database, bundles and sign-ins to an empty directory while the
                           server runs; at most 64 MiB are read in a second unless told otherwise
  restore <directory> [--master-key <file>] [--rate <MiB per second>]
                           puts a backup into an empty DATA_DIR on which no server runs, and verifies it
  verify [--heads <file>]  checks that everything is intact, as after a restore: migrations, row-level security, audit,
                           secrets under the master key, and the bundles of packages; exit code 1 if not
  audit-anchor             accepts the chains as they are, so that sealing continues after somebody tampered with them
  rotate-secrets [--tenant <tenant> | --all]
                           re-encrypts secrets under new data keys, while the server runs; can be repeated

A tenant is given by name or id; --all means all tenants. --provider <provider> refers to people who were invited
for another identity provider. Works on DATABASE_URL, or on the running first-run server of DATA_DIR (./data).`;

const options = {
  tenant: { type: 'string' },
  all: { type: 'boolean' },
  group: { type: 'string' },
  name: { type: 'string' },
  provider: { type: 'string' },
  heads: { type: 'string' },
  profile: { type: 'string' },
  plan: { type: 'string' },
  rate: { type: 'string' },
  'master-key': { type: 'string' },
  'with-master-key': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Options = Partial<{
  tenant: string;
  all: boolean;
  group: string;
  name: string;
  provider: string;
  heads: string;
  profile: string;
  plan: string;
  rate: string;
  'master-key': string;
  'with-master-key': boolean;
  help: boolean;
}>;

const parse = (words: readonly string[]): { options: Options; positionals: readonly string[] } => {
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    return { options: values, positionals };
  } catch (error) {
    const [line = ''] = error instanceof Error ? error.message.split('. ') : [];
    throw new UsageError(`${line.replace(/\.$/, '')}. See --help.`);
  }
};

const placeOf = ({ tenant, all }: Options): Place | undefined => {
  if (tenant !== undefined && all) throw new UsageError('Give either --tenant or --all, not both.');
  if (all) return 'all';
  return tenant === undefined ? undefined : { tenant };
};

const requiredPlace = (given: Options): Place => {
  const place = placeOf(given);
  if (place === undefined) throw new UsageError('Give --tenant <tenant>, or --all for all tenants.');
  return place;
};

/** Throws for an option that the command does not use, so that none is silently ignored. */
const allowOnly = (given: Options, ...known: readonly (keyof Options)[]): void => {
  const foreign = (Object.keys(given) as (keyof Options)[]).find(
    (name) => name !== 'provider' && !known.includes(name),
  );
  if (foreign) throw new UsageError(`The command does not accept --${foreign}. See --help.`);
};

const mebibyte = 1024 ** 2;
const defaultRate = '64';

const bytesPerSecondOf = ({ rate = defaultRate }: Options): number => {
  if (!/^[1-9]\d{0,5}$/.test(rate))
    throw new UsageError('--rate must be a whole number of MiB per second, at least 1.');
  return Number(rate) * mebibyte;
};

const readCommand = (verb: string, words: readonly string[], given: Options): Command => {
  switch (verb) {
    case 'grant':
    case 'revoke': {
      allowOnly(given, 'tenant', 'all', 'group');
      const [first, second, ...more] = given.group === undefined ? words : [given.group, ...words];
      noFurtherArguments(more);
      const name = requiredArgument(first, 'Give a mail, or --group <group>.');
      const holder: Holder = given.group === undefined ? { mail: name } : { group: name };
      return { verb, holder, role: requiredArgument(second, 'Give a role.'), place: requiredPlace(given) };
    }
    case 'list-grants': {
      allowOnly(given, 'tenant', 'all', 'group');
      const [mail, ...more] = words;
      noFurtherArguments(given.group === undefined ? more : words);
      const holder = given.group === undefined ? mail && { mail } : { group: given.group };
      return { verb, holder: holder || undefined, place: placeOf(given) };
    }
    case 'invite': {
      allowOnly(given, 'tenant', 'all', 'name');
      const [mail, role, ...more] = words;
      noFurtherArguments(more);
      if (role === undefined && placeOf(given) !== undefined) throw new UsageError('Give a role. See --help.');
      const grant = role === undefined ? undefined : { role, place: requiredPlace(given) };
      return { verb, mail: requiredArgument(mail, 'Give a mail.'), name: given.name, grant };
    }
    case 'disable':
    case 'enable':
    case 'release': {
      allowOnly(given);
      const [mail, ...more] = words;
      noFurtherArguments(more);
      return { verb, mail: requiredArgument(mail, 'Give a mail.') };
    }
    case 'create-tenant': {
      allowOnly(given);
      const [name, ...more] = words;
      noFurtherArguments(more);
      return { verb, name: requiredArgument(name, 'Give a name.') };
    }
    case 'import-controls': {
      allowOnly(given, 'tenant', 'all', 'profile');
      const [file, ...more] = words;
      noFurtherArguments(more);
      const place = requiredPlace(given);
      return { verb, file: requiredArgument(file, 'Give a file.'), profile: given.profile, place };
    }
    case 'config':
      allowOnly(given, 'tenant', 'plan');
      return readConfigCommand(words, given);
    case 'audit-verify':
      allowOnly(given, 'tenant', 'all', 'heads');
      noFurtherArguments(words);
      return { verb, place: placeOf(given), heads: given.heads };
    case 'backup': {
      allowOnly(given, 'with-master-key', 'rate');
      const [directory, ...more] = words;
      noFurtherArguments(more);
      return {
        verb,
        directory: requiredArgument(directory, 'Give the directory of the backup.'),
        withMasterKey: given['with-master-key'] ?? false,
        bytesPerSecond: bytesPerSecondOf(given),
      };
    }
    case 'restore': {
      allowOnly(given, 'master-key', 'rate');
      const [directory, ...more] = words;
      noFurtherArguments(more);
      return {
        verb,
        directory: requiredArgument(directory, 'Give the directory of the backup.'),
        masterKeyFile: given['master-key'],
        bytesPerSecond: bytesPerSecondOf(given),
      };
    }
    case 'verify':
      allowOnly(given, 'heads');
      noFurtherArguments(words);
      return { verb, heads: given.heads };
    case 'rotate-secrets':
      allowOnly(given, 'tenant', 'all');
      noFurtherArguments(words);
      return { verb, place: placeOf(given) };
    case 'audit-anchor':
      allowOnly(given);
      noFurtherArguments(words);
      return { verb };
    default:
      throw new UsageError(`There is no command "${verb}". See --help.`);
  }
};

/**
 * Parses the arguments of a command line.
 *
 * @throws UsageError with one line that states what is missing or wrong.
 */
export const readRequest = (words: readonly string[]): Request => {
  const { options: given, positionals } = parse(words);
  const [verb, ...rest] = positionals;
  if (given.help || verb === 'help') return { verb: 'help', provider: undefined };
  if (verb === undefined) throw new UsageError('Give a command. See --help.');
  return { ...readCommand(verb, rest, given), provider: given.provider };
};
