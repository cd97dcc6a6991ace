import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { explainFailure } from '../admin/explain-failure.ts';
import type { Outcome } from '../admin/run-admin.ts';
import { UsageError } from '../admin/usage-error.ts';
import { createPublisherKey, readPublisherKey } from './publisher-key.ts';
import { registerKey } from './register-key.ts';
import { signBundle } from './sign-bundle.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What `--help` prints. */
export const usage = `npm run -s bundle -- key FILE                                  creates a private key, prints the public one
npm run -s bundle -- show FILE                                 prints the public key of a private one
npm run -s bundle -- register FILE --name NAME --server URL    makes a tenant accept bundles of the key
                     [--tenant ID]                             a tenant other than the current one
npm run -s bundle -- sign DIRECTORY --key FILE [--out FILE]    creates a signed bundle of a directory

The directory has a manifest.json without its files, which are filled in. "register" reads an access token of a person
who may edit the tenant from CFS_PERSON_TOKEN.`;

const parse = (words: readonly string[]) => {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        key: { type: 'string' },
        out: { type: 'string' },
        name: { type: 'string' },
        server: { type: 'string' },
        tenant: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
};

const required = (value: string | undefined, name: string): string => {
  if (value === undefined || value === '') throw new UsageError(`${name} is missing.\n${usage}`);
  return value;
};

const run = async (words: readonly string[], environment: Environment): Promise<readonly string[]> => {
  const { values, positionals } = parse(words);
  const [verb, subject] = positionals;
  if (values.help || verb === undefined || verb === 'help') return [usage];
  // npm runs scripts in the directory of the project, and passes the caller's directory in INIT_CWD.
  const pathOf = (path: string): string => resolve(environment['INIT_CWD'] ?? '.', path);
  const file = (): string => pathOf(required(subject, 'The file'));
  switch (verb) {
    case 'key': {
      const { publicKeyPem, fingerprint } = await createPublisherKey(file());
      return [publicKeyPem, fingerprint];
    }
    case 'show': {
      const { publicKeyPem, fingerprint } = await readPublisherKey(file());
      return [publicKeyPem, fingerprint];
    }
    case 'register': {
      const { publicKeyPem: publicKey } = await readPublisherKey(file());
      const token = environment['CFS_PERSON_TOKEN'];
      if (!token) throw new UsageError('CFS_PERSON_TOKEN must contain an access token of a person.');
      const server = required(values.server, '--server');
      const name = required(values.name, '--name');
      const { tenant: tenantId } = values;
      const added = await registerKey(
        { name, publicKey },
        { server, token, ...(tenantId !== undefined && { tenantId }) },
      );
      return [`The key ${added.name} (${added.fingerprint}) may sign bundles now.`];
    }
    case 'sign': {
      const directory = pathOf(required(subject, 'The directory'));
      const key = await readPublisherKey(pathOf(required(values.key, '--key')));
      const out = pathOf(values.out ?? `${basename(directory)}.zip`);
      const { manifest, keyFingerprint } = await signBundle(directory, { key, out });
      const { name, version, files } = manifest;
      return [`${out}: ${name} ${version}, ${files.length} files, signed by ${keyFingerprint}.`];
    }
    default:
      throw new UsageError(`There is no command "${verb}".\n${usage}`);
  }
};

const explain = (error: unknown): string | undefined => {
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined ? `${path ?? syscall}: ${code}` : explainFailure(error);
};

/** Runs the command of a command line; throws only unexpected errors. */
export const runPublisher = async (words: readonly string[], environment: Environment): Promise<Outcome> => {
  try {
    return { code: 0, output: await run(words, environment) };
  } catch (error) {
    const explained = explain(error);
    if (explained === undefined) throw error;
    return { code: error instanceof UsageError ? 2 : 1, output: [], error: explained };
  }
};
