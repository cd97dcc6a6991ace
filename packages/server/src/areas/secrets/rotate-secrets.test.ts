import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { RevealedSecret, Secret } from '@cfs/contracts/secrets';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runAdmin } from '../../admin/run-admin.ts';
import { systemContext } from '../../platform/context.ts';
import { testMasterKey } from '../../testing/test-database-constants.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { readSecretValues } from './read-secret-values.ts';
import { rotateSecrets } from './rotate-secrets.ts';

const program = fileURLToPath(new URL('../../admin/main.ts', import.meta.url));
const names = Array.from({ length: 120 }, (_, index) => `secret-${index}`);
let server: TestServer;
let environment: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  const { host, port, user, password, database } = server.database.owner;
  environment = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: `${tmpdir()}/cfs-test-unused`,
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password ?? '')}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    MASTER_KEY: Buffer.from(testMasterKey).toString('hex'),
    OIDC_AUTHORITY: server.identity.source.issuer,
  };
});
afterAll(() => server.close());

const context = (tenantId = server.tenants.own) => systemContext({ name: 'test', clock: server.clock, tenantId });
const write = async (name: string, value: string, tenantId = server.tenants.own): Promise<Secret> => {
  const answer = await server.as('Administrator', tenantId).put(`/v1/tenants/${tenantId}/secrets`, { name, value });
  expect(answer.status, answer.text).toBe(201);
  return answer.body as Secret;
};
const keysInUse = (tenantId = server.tenants.own) =>
  server.database.asOwner<{ key_version: number; secrets: number }>(
    `select key_version, count(secret_id)::int as secrets from cfs.data_keys left join cfs.secrets
     using (tenant_id, key_version) where tenant_id = $1 group by key_version order by key_version`,
    [tenantId],
  );
const values = () => readSecretValues(server.services, context(), server.tenants.own, names);
const expectAllReadable = async (): Promise<void> => {
  expect([...(await values())].toSorted()).toEqual(names.map((name) => [name, `value of ${name}`]).toSorted());
};

/** Runs the command in a separate process. Returns the signal that ended it, or its exit code. */
const rotateInChild = async (killPoint = ''): Promise<string | number> => {
  const child = spawn(process.execPath, [program, 'rotate-secrets'], {
    env: { ...environment, CFS_CRASH_AT: killPoint },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal ?? code ?? -1;
};

describe('the rotation of secrets', () => {
  beforeEach(async () => {
    await server.database.asOwner('delete from cfs.secrets');
    await server.database.asOwner('delete from cfs.data_keys');
    for (const name of names) await write(name, `value of ${name}`);
  });

  it('re-encrypts all secrets of every tenant under new keys, deletes the old keys and prints the counts', async () => {
    await write('theirs', 'their value', server.tenants.foreign);
    const sealed = () => server.database.asOwner('select sealed_value from cfs.secrets order by tenant_id, name');
    const before = new Set((await sealed()).map((row) => JSON.stringify(row)));
    const { code, output } = await runAdmin(['rotate-secrets'], environment);
    expect([code, ...output].map(String).toSorted()).toEqual([
      '0',
      'Foreign: 1 secret is encrypted under a new key',
      'Own: 120 secrets are encrypted under a new key',
    ]);
    expect((await sealed()).filter((row) => before.has(JSON.stringify(row)))).toEqual([]);
    expect(await keysInUse()).toEqual([{ key_version: 2, secrets: 120 }]);
    await expectAllReadable();
    const records = await server.database.asOwner(
      `select before, after from cfs.audit_records
       where entity = 'DataKey' and actor_name = 'command line' and tenant_id = $1 order by audit_id`,
      [server.tenants.own],
    );
    expect(records).toHaveLength(2);
    expect(records).toContainEqual({ before: null, after: expect.objectContaining({ version: 2 }) });
    expect(records).toContainEqual({ before: expect.objectContaining({ version: 1 }), after: null });
  });

  it('of one tenant does not affect others, and is a no-op without secrets', async () => {
    await write('theirs', 'their value', server.tenants.foreign);
    expect(await runAdmin(['rotate-secrets', '--tenant', 'Foreign'], environment)).toMatchObject({ code: 0 });
    expect(await keysInUse()).toEqual([{ key_version: 1, secrets: 120 }]);
    await server.database.asOwner('delete from cfs.secrets');
    await server.database.asOwner('delete from cfs.data_keys');
    expect((await runAdmin(['rotate-secrets'], environment)).output).toEqual(['No tenant has secrets.']);
  });

  it('that is killed midway leaves every secret readable and writable, and is completed by the next one', async () => {
    expect(await rotateInChild('between-rotated-batches')).toBe('SIGKILL');
    expect(await keysInUse()).toEqual([
      { key_version: 1, secrets: 70 },
      { key_version: 2, secrets: 50 },
    ]);
    await expectAllReadable();
    await write('secret-0', 'value of secret-0');
    expect(await rotateInChild()).toBe(0);
    expect(await keysInUse()).toEqual([{ key_version: 3, secrets: 120 }]);
    await expectAllReadable();
  });

  it('does not affect concurrent writes, reads and deletions', async () => {
    const isDone = { rotations: false };
    const read = async (): Promise<number> => {
      let reads = 0;
      while (!isDone.rotations) {
        const each = await values();
        expect(each.size).toBe(names.length);
        reads += 1;
      }
      return reads;
    };
    const replace = async (): Promise<void> => {
      for (let round = 0; !isDone.rotations || round < 20; round += 1) {
        await write(`secret-${round % 20}`, `round ${round}`);
        const { id } = await write('passing', 'to be deleted');
        expect(
          (await server.as('Administrator').delete(`/v1/tenants/${server.tenants.own}/secrets/${id}`)).status,
        ).toBe(204);
        const secret = await write('last-written', `value ${round}`);
        const revealed = await server
          .as('Administrator')
          .get(`/v1/tenants/${server.tenants.own}/secrets/${secret.id}/versions/latest`);
        expect((revealed.body as RevealedSecret).value).toBe(`value ${round}`);
      }
    };
    const rotate = async (): Promise<void> => {
      for (let turn = 0; turn < 3; turn += 1) await rotateSecrets(server.services, context(), server.tenants.own);
    };
    const rotations = Promise.all([rotate(), rotate()]).finally(() => {
      isDone.rotations = true;
    });
    const [reads] = await Promise.all([read(), replace(), rotations]);
    expect(reads).toBeGreaterThan(0);
    expect(await keysInUse()).toEqual([{ key_version: 7, secrets: 121 }]);
    expect([...(await values())].filter(([name, text]) => text === `value of ${name}`)).toHaveLength(100);
  });

  it('with another master key fails with one line and changes nothing', async () => {
    await server.database.asOwner(`update cfs.data_keys set master_key_id = 'another'`);
    const refused = await runAdmin(['rotate-secrets'], environment);
    expect(refused.code).toBe(1);
    expect(refused.error).toMatch(/^The secrets of tenant [-0-9a-f]+ were encrypted under the master key another, /);
    expect(await keysInUse()).toEqual([{ key_version: 1, secrets: 120 }]);
  });
});
