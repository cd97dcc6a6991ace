import { appendFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPublisher, testBundle, testManifest, uploadBody } from '../areas/packages/testing/test-bundle.ts';
import { createAuditChain } from '../platform/audit/audit-chain.ts';
import { toWrittenHead } from '../platform/audit/written-heads.ts';
import { testMasterKey } from '../testing/test-database-constants.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { runAdmin } from './run-admin.ts';

const secretValue = 'a value that no output names';

let server: TestServer;
let directory: string;
let environment: Record<string, string>;
let bundle: string;
let headsFile: string;

const storedBundle = async (): Promise<string> => {
  const files = await readdir(join(directory, 'content'), { recursive: true, withFileTypes: true });
  const [file] = files.filter((entry) => entry.isFile());
  return join(file?.parentPath ?? '', file?.name ?? '');
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cfs-verify-'));
  server = await startTestServer({ environment: { DATA_DIR: directory } });
  const { host, port, user, password, database } = server.database.owner;
  environment = {
    DATA_DIR: directory,
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password ?? '')}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    MASTER_KEY: Buffer.from(testMasterKey).toString('hex'),
    OIDC_AUTHORITY: server.identity.source.issuer,
  };
  const { own } = server.tenants;
  const administrator = server.as('Administrator');
  for (const name of ['smtp', 'webhook'])
    expect((await administrator.put(`/v1/tenants/${own}/secrets`, { name, value: secretValue })).status).toBe(201);
  const publisher = createPublisher();
  await administrator.put('/v1/publisherKeys', { name: 'Test', publicKey: publisher.publicKey });
  const content = await testBundle(publisher, testManifest('Watcher', '1.2.3'));
  const upload = uploadBody([
    { name: 'label', value: 'Test' },
    { name: 'file-0', content },
  ]);
  expect((await administrator.send('POST', '/v1/packages/upload', upload)).status).toBe(200);
  bundle = await storedBundle();
  const chain = createAuditChain(server.services.gate, server.clock, server.services.keys);
  while ((await chain.seal()) > 0);
  headsFile = join(directory, 'heads.jsonl');
  const heads = (await chain.heads()).map((head) => `${JSON.stringify(toWrittenHead(head))}\n`);
  await writeFile(headsFile, heads.join(''));
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

const verify = async (differing: Readonly<Record<string, string>> = {}, ...words: string[]) => {
  const { code, output, error } = await runAdmin(['verify', ...words], { ...environment, ...differing });
  expect([...output, error ?? ''].join('\n')).not.toContain(secretValue);
  return { code, output: output.join('\n'), error };
};

/** Damages the database, verifies it, and repairs it. */
const withDamage = async (damage: string, mending: string) => {
  await server.database.asOwner(damage);
  try {
    return await verify();
  } finally {
    await server.database.asOwner(mending);
  }
};

describe('the verification of an installation', () => {
  it('reports that every part is intact', async () => {
    const size = (await readFile(bundle)).length;
    const { code, output, error } = await verify({}, '--heads', headsFile);
    expect([code, error]).toEqual([0, undefined]);
    const [migrations, ...others] = output.split('\n');
    expect(migrations).toMatch(/^migrations: intact, \d+ applied$/);
    expect(others).toEqual([
      'row-level security: intact',
      'audit: intact for all tenants, Foreign, Own, also against the written heads',
      'secrets: intact, 2 secrets under the master key',
      `bundles: intact, 1 bundle with ${size} bytes`,
    ]);
  });

  it('names the changed record of the audit, and its tenant', async () => {
    const { code, output, error } = await withDamage(
      `update cfs.audit_records set actor_name = actor_name || '!' where entity = 'Package'`,
      `update cfs.audit_records set actor_name = rtrim(actor_name, '!') where entity = 'Package'`,
    );
    expect([code, error]).toEqual([1, 'Damaged: audit.']);
    expect(output).toMatch(/^audit: Own: broken at position \d+, record \S+ \(Package \S+\) was changed/m);
    expect(output).toContain('secrets: intact');
  });

  it('reports that the audit lacks the end that the written heads contain', async () => {
    const [line = ''] = (await readFile(headsFile, 'utf8')).split('\n');
    const head = JSON.parse(line) as { sequence: number };
    const ahead = join(directory, 'ahead.jsonl');
    await writeFile(ahead, `${JSON.stringify({ ...head, sequence: head.sequence + 5 })}\n`);
    expect(await verify({}, '--heads', ahead)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^audit: .*the end is missing/m),
    });
  });

  it.each([
    [
      'a sealed value',
      `update cfs.secrets set sealed_value = set_byte(sealed_value, 30, get_byte(sealed_value, 30) # 1)
       where name = 'smtp'`,
      ['secrets: Own: the secret "smtp" was changed in the database'],
    ],
    [
      'a data key',
      'update cfs.data_keys set wrapped_key = set_byte(wrapped_key, 30, get_byte(wrapped_key, 30) # 1)',
      [
        'secrets: Own: the data key 1 was changed in the database',
        'secrets: Own: the data key of the secret "smtp" cannot be opened',
        'secrets: Own: the data key of the secret "webhook" cannot be opened',
      ],
    ],
  ])('names the secrets that cannot be opened when %s is damaged', async (_, damage, lines) => {
    const { code, output, error } = await withDamage(damage, damage);
    expect([code, error]).toEqual([1, 'Damaged: secrets.']);
    for (const line of lines) expect(output.split('\n')).toContain(line);
    expect(output).not.toContain('secrets: intact');
  });

  it('names the master key under which the secrets are encrypted', async () => {
    const { output } = await withDamage(
      `update cfs.data_keys set master_key_id = '0123456789abcdef'`,
      `update cfs.data_keys set master_key_id = '${server.services.keys.keyId}'`,
    );
    expect(output).toContain(
      `secrets: Own: the data key 1 is under the master key 0123456789abcdef, not ${server.services.keys.keyId}`,
    );
  });

  it.each([
    ['is not in the content store', () => rm(bundle)],
    ['was changed in the content store', async (bytes: Buffer) => writeFile(bundle, flipped(bytes))],
    [/^has \d+ bytes in the content store instead of \d+/, () => truncate(bundle, 10)],
    [/^has \d+ bytes in the content store instead of \d+/, () => appendFile(bundle, 'more')],
  ])('names the bundle that %s', async (message, damage) => {
    const kept = await readFile(bundle);
    await damage(kept);
    const { code, output, error } = await verify();
    await writeFile(bundle, kept);
    expect([code, error]).toEqual([1, 'Damaged: bundles.']);
    const [, found = ''] = /^bundles: Own: the bundle of Watcher 1\.2\.3 (.*)$/m.exec(output) ?? [];
    expect(found).toMatch(message);
  });

  it('reports that the content store cannot be read', async () => {
    const file = join(directory, 'a file');
    await writeFile(file, '');
    expect(await verify({ CONTENT_STORE: pathToFileURL(file).href })).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        'bundles: Own: the bundle of Watcher 1.2.3 cannot be read from the content store',
      ),
    });
  });

  it.each([
    ['alter table cfs.locations no force row level security', 'alter table cfs.locations force row level security'],
    [
      'drop policy scope on cfs.locations',
      `do $$ begin execute 'create policy scope on cfs.locations to cfs_app using ' || gate.in_scope()
         || ' with check ' || gate.in_scope(); end $$`,
    ],
  ])('names the table whose row-level security is not in place: %s', async (damage, mending) => {
    expect(await withDamage(damage, mending)).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        'row-level security: the table locations has no forced row-level security with a policy',
      ),
      error: 'Damaged: row-level security.',
    });
  });

  it.each([
    [
      `update migration.applied set name = 'kept' || name where name = '0020-locations.sql'`,
      `update migration.applied set name = '0020-locations.sql' where name = 'kept0020-locations.sql'`,
      /^migrations: 0020-locations\.sql is not applied\. /m,
    ],
    [
      `update migration.applied set checksum = checksum || '!' where name = '0020-locations.sql'`,
      `update migration.applied set checksum = rtrim(checksum, '!') where name = '0020-locations.sql'`,
      /^migrations: The database was created by another build \(its "0020-locations\.sql" differs\)/m,
    ],
  ])('names the migration that is missing or differs', async (damage, mending, line) => {
    expect(await withDamage(damage, mending)).toEqual({
      code: 1,
      output: expect.stringMatching(line),
      error: 'Damaged: migrations. Nothing else was checked.',
    });
  });

  it('reports that the master key is not that of the database', async () => {
    expect(await verify({ MASTER_KEY: Buffer.alloc(32, 9).toString('hex') })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^migrations: The master key is not the one/),
    });
  });
});

const flipped = (bytes: Buffer): Buffer => {
  const changed = Buffer.from(bytes);
  changed[20] = (changed[20] ?? 0) ^ 1;
  return changed;
};
