import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testMasterKey } from '../../testing/test-database-constants.ts';
import { scanTables } from '../../testing/scan-tables.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { addTestTenant } from '../../testing/test-people.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { systemContext } from '../context.ts';
import type { Gate } from '../database/gate.ts';
import { createDerivedKeys } from '../secrets/derived-keys.ts';
import { createAuditChain, type AuditChain } from './audit-chain.ts';
import { createAuditSink } from './audit-sink.ts';
import { createHeadPublisher } from './publish-heads.ts';
import { verifyChain, verifyHeads } from './verify-chain.ts';
import { readWrittenHeads, toWrittenHead, type WrittenHead } from './written-heads.ts';

const clock = new ManualClock();
const keys = createDerivedKeys(testMasterKey);
let database: TestDatabase;
let gate: Gate;
let chain: AuditChain;
let tenantId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  gate = database.createGate({ clock });
  chain = createAuditChain(gate, clock, keys);
});
afterAll(() => database.drop());

const contextOf = (tenant: string) => systemContext({ name: 'test', clock, tenantId: tenant, traceId: 'trace-1' });
const change = (id: string, after: unknown = { name: id }) =>
  gate.write(contextOf(tenantId), 'Locations:edit', (_db, written) =>
    written.record({ entity: 'Location', id, after }),
  );
const newTenant = async (name: string): Promise<void> => {
  tenantId = await addTestTenant(database, name, clock.now());
};

describe('the audit', () => {
  it('records who changed what, when and from where', async () => {
    await newTenant('Recorded');
    await change('L1', { name: 'Bern' });
    expect(await database.asOwner('select * from cfs.audit_records where tenant_id = $1', [tenantId])).toMatchObject([
      {
        recorded: clock.now(),
        actor_kind: 'system',
        actor_name: 'test',
        trace_id: 'trace-1',
        entity: 'Location',
        entity_id: 'L1',
        before: null,
        after: { name: 'Bern' },
      },
    ]);
  });

  it('is written with the change or not at all', async () => {
    await newTenant('Undone');
    const undone = gate.write(contextOf(tenantId), 'Locations:edit', async (_db, written) => {
      await written.record({ entity: 'Location', id: 'L1' });
      throw new Error('the change failed');
    });
    await expect(undone).rejects.toThrow('the change failed');
    expect(await database.asOwner('select from cfs.audit_records where tenant_id = $1', [tenantId])).toEqual([]);
  });

  it('cannot be changed or removed by the server itself', async () => {
    await newTenant('Kept');
    await change('L1');
    const remove = gate.write(contextOf(tenantId), 'Locations:edit', (db) => db.deleteFrom('audit_records').execute());
    await expect(remove).rejects.toThrow(/permission denied/);
  });

  it('cannot be written for a tenant out of scope', async () => {
    await newTenant('Scope');
    const context = contextOf(await addTestTenant(database, 'Other', clock.now()));
    const foreign = gate.write(context, 'Locations:edit', (_db, written) =>
      written.record({ entity: 'X', id: '1', tenantId }),
    );
    await expect(foreign).rejects.toThrow(/row-level security/);
  });
});

const sealAll = async (of = chain): Promise<void> => {
  while ((await of.seal()) > 0);
};
const textsOf = async (written?: readonly WrittenHead[]): Promise<string[]> =>
  (await verifyChain({ gate, clock, keys }, tenantId, written)).map(({ position, text }) =>
    `${position ?? '-'}: ${text}`.replace(/[0-9a-f]{8}-[-0-9a-f]{27}/, '<id>'),
  );
const tamper = (text: string): Promise<unknown> => database.asOwner(text, [tenantId]);
/** Creates a tenant with three sealed records, L1 to L3. */
const sealThree = async (name: string): Promise<void> => {
  await newTenant(name);
  for (const id of ['L1', 'L2', 'L3']) {
    await change(id, { name: id, b: [1.5, { z: 1, a: 'ø', '10': null }], big: 1e21 });
    clock.advance(1);
  }
  await sealAll();
};
/** Repairs the heads that a test has changed: their roster covers the tenants of all tests. */
const restore = () => chain.anchor();

const headColumns = 'tenant_id, sequence, hash, changed, key_id, mac';

describe('the chain of seals', () => {
  it('covers every record and has no faults', async () => {
    await sealThree('Whole');
    clock.advance(1_000);
    await change('L4');
    await sealAll();
    const seals = await database.asOwner('select sequence from cfs.audit_seals where tenant_id = $1 order by 1', [
      tenantId,
    ]);
    expect(seals).toEqual([1, 2, 3, 4].map((sequence) => ({ sequence })));
    expect(await textsOf()).toEqual([]);
  });

  it('has no faults whatever the physical order of its seals', async () => {
    await sealThree('Stored');
    await tamper('update cfs.audit_seals set sealed = sealed where tenant_id = $1 and sequence = 1');
    await scanTables(database);
    const scanning = database.createGate({ clock });
    expect(await verifyChain({ gate: scanning, clock, keys }, tenantId)).toEqual([]);
  });

  it('seals records in the order of their time, whatever their physical order', async () => {
    await newTenant('Ordered');
    const names = ['L1', 'L2', 'L3', 'L4'];
    for (const id of names) await change(id);
    await tamper(`update cfs.audit_records set proof = proof where tenant_id = $1 and entity_id = 'L1'`);
    await tamper(`update cfs.audit_records set proof = proof where tenant_id = $1 and entity_id = 'L3'`);
    await scanTables(database);
    await sealAll(createAuditChain(database.createGate({ clock }), clock, keys));
    const sealed = await database.asOwner(
      `select entity_id as id from cfs.audit_seals join cfs.audit_records using (tenant_id, audit_id)
       where tenant_id = $1 order by recorded, audit_id`,
      [tenantId],
    );
    const inSequence = await database.asOwner(
      `select entity_id as id from cfs.audit_seals join cfs.audit_records using (tenant_id, audit_id)
       where tenant_id = $1 order by sequence`,
      [tenantId],
    );
    expect(inSequence).toEqual(sealed);
    expect(await textsOf()).toEqual([]);
  });

  it('advances every tenant in each round in spite of a backlog', async () => {
    await newTenant('Busy');
    const busy = tenantId;
    await change('L1');
    await database.asOwner(
      `insert into cfs.audit_records (tenant_id, audit_id, recorded, actor_kind, actor_name, trace_id, entity, entity_id, proof)
       select $1, gen_random_uuid(), timestamptz '2026-01-01Z' + n * interval '1 second', 'person', 'a', 't', 'X', n::text, ''
       from generate_series(1, 2000) n`,
      [busy],
    );
    await newTenant('Quiet');
    await change('L1');
    const waiting = async (of: string): Promise<number> =>
      (await database.asOwner('select from cfs.audit_unsealed where tenant_id = $1', [of])).length;
    expect(await chain.seal()).toBe(500);
    expect([await waiting(tenantId), await waiting(busy)]).toEqual([0, 1_502]);
    await sealAll();
    expect(await waiting(busy)).toBe(0);
  });

  it('seals no record twice when two nodes seal concurrently', async () => {
    await newTenant('Twice');
    for (const id of ['L1', 'L2', 'L3']) await change(id);
    const other = createAuditChain(database.createGate({ clock }), clock, keys);
    await Promise.all([sealAll(), sealAll(other), sealAll()]);
    await sealAll();
    expect(await database.asOwner('select from cfs.audit_seals where tenant_id = $1', [tenantId])).toHaveLength(3);
    expect(await textsOf()).toEqual([]);
  });

  it.each([
    [
      'a changed record',
      `update cfs.audit_records set after = '{}' where entity_id = 'L2' and tenant_id = $1`,
      '2: record <id> (Location L2) was changed',
    ],
    [
      'a removed record',
      `delete from cfs.audit_records where entity_id = 'L2' and tenant_id = $1`,
      '2: record <id> is missing',
    ],
    ['a removed seal', 'delete from cfs.audit_seals where sequence = 2 and tenant_id = $1', '2: the seal 2 is missing'],
    [
      'a record and its seal, both removed',
      `with seal as (delete from cfs.audit_seals where sequence = 2 and tenant_id = $1 returning audit_id)
       delete from cfs.audit_records where audit_id in (select audit_id from seal)`,
      '2: the seal 2 is missing',
    ],
    [
      'a changed record with a matching seal computed without the key',
      `with record as (update cfs.audit_records set after = '{}' where entity_id = 'L3' and tenant_id = $1 returning audit_id)
       update cfs.audit_seals set record_hash = encode(sha256('x'), 'hex'), hash = encode(sha256('y'), 'hex')
       where audit_id in (select audit_id from record)`,
      '3: the seal of record <id> (Location L3) was not created by the server',
    ],
    [
      'a removed end of the chain',
      `with seal as (delete from cfs.audit_seals where sequence > 1 and tenant_id = $1 returning audit_id)
       delete from cfs.audit_records where audit_id in (select audit_id from seal)`,
      '2: the end is missing: the seals 2 to 3 are missing',
    ],
    [
      'a removed chain',
      `with seal as (delete from cfs.audit_seals where tenant_id = $1 returning audit_id)
       delete from cfs.audit_records where audit_id in (select audit_id from seal)`,
      '1: the whole chain is missing, 3 seals',
    ],
    [
      'a removed chain with its head',
      `with seal as (delete from cfs.audit_seals where tenant_id = $1 returning audit_id),
         head as (delete from cfs.audit_heads where tenant_id = $1)
       delete from cfs.audit_records where audit_id in (select audit_id from seal)`,
      '1: the whole chain is missing',
    ],
    [
      'an inserted record with a matching seal computed without the key',
      `with record as (
         insert into cfs.audit_records select tenant_id, gen_random_uuid(), recorded, actor_kind, actor_id, actor_name,
           route, trace_id, address, entity, 'L9', before, after, proof
         from cfs.audit_records where entity_id = 'L3' and tenant_id = $1 returning *)
       insert into cfs.audit_seals select record.tenant_id, 4, record.audit_id, last.hash,
         encode(sha256(convert_to(last.hash || last.record_hash, 'UTF8')), 'hex'), last.sealed, last.key_id, last.record_hash
       from record, cfs.audit_seals last where last.tenant_id = $1 and last.sequence = 3`,
      '4: the seal of record <id> (Location L9) was not created by the server',
    ],
  ])('reports %s at its position', async (_, statement, fault) => {
    await sealThree('Tampered');
    await tamper(statement);
    expect((await textsOf())[0]).toBe(fault);
    await restore();
  });

  it('reports an inserted record, sealed or not', async () => {
    await sealThree('Inserted');
    const copy = `insert into cfs.audit_records select tenant_id, gen_random_uuid(), recorded, actor_kind, actor_id,
      actor_name, route, trace_id, address, entity, 'L9', before, after, proof from cfs.audit_records
      where entity_id = 'L3' and tenant_id = $1`;
    await tamper(copy);
    await sealAll();
    expect(await textsOf()).toEqual(['4: record <id> (Location L9) was inserted: the server did not create it']);
    await tamper(copy);
    await tamper('delete from cfs.audit_unsealed where tenant_id = $1');
    expect((await textsOf())[1]).toBe('-: record <id> (Location L9) is not covered by a seal');
  });

  it('reports a record that was removed before it was sealed, while it waits for its seal', async () => {
    await sealThree('Early');
    await change('L4');
    await tamper(`delete from cfs.audit_records where entity_id = 'L4' and tenant_id = $1`);
    expect(await textsOf()).toEqual(['-: record <id> was removed before it was sealed']);
  });

  it('reports a chain that was cut back to an older end with its head', async () => {
    await sealThree('Back');
    const [old] = await database.asOwner(`select ${headColumns} from cfs.audit_heads where tenant_id = $1`, [tenantId]);
    await change('L4');
    await sealAll();
    await tamper('delete from cfs.audit_seals where tenant_id = $1 and sequence = 4');
    await tamper(`delete from cfs.audit_records where entity_id = 'L4' and tenant_id = $1`);
    await tamper('delete from cfs.audit_heads where tenant_id = $1');
    await database.asOwner(
      `insert into cfs.audit_heads select * from jsonb_populate_record(null::cfs.audit_heads, $1::jsonb)`,
      [JSON.stringify(old)],
    );
    expect(await textsOf()).toEqual([]);
    expect((await verifyHeads({ gate, clock, keys })).faults).toEqual([
      'the heads are not those that the server wrote last',
    ]);
    await restore();
  });

  it('reports by published heads what was removed with all its traces in the database', async () => {
    await sealThree('Outside');
    const heads = (await chain.heads()).filter((head) => head.tenantId === tenantId).map(toWrittenHead);
    expect(await textsOf(heads)).toEqual([]);
    await tamper('delete from cfs.audit_seals where tenant_id = $1 and sequence = 3');
    await tamper(`delete from cfs.audit_records where entity_id = 'L3' and tenant_id = $1`);
    await restore();
    expect(await textsOf()).toEqual([]);
    expect(await textsOf(heads)).toEqual(['3: the end is missing: the seal 3 is missing']);
    await change('L4');
    await sealAll();
    expect(await textsOf(heads)).toEqual(['3: the seal is not the one whose head was written outside the database']);
  });

  it.each([
    [['L4', 'L5'], '4: record <id> (Location L5) does not follow the seal before it'],
    [['L4'], '3: the last seal is not the one in the head of the chain'],
  ])('reports a genuine seal in the place of another one, before %j', async (ids, fault) => {
    await sealThree('Exchanged');
    const last =
      'select * from cfs.audit_%s where tenant_id = $1 and audit_id = (select audit_id from cfs.audit_seals where tenant_id = $1 and sequence = 3)';
    const [seal] = await database.asOwner(last.replace('%s', 'seals'), [tenantId]);
    const [record] = await database.asOwner(last.replace('%s', 'records'), [tenantId]);
    const remove = async () => {
      await tamper(
        `delete from cfs.audit_records where tenant_id = $1 and audit_id in
           (select audit_id from cfs.audit_seals where tenant_id = $1 and sequence = 3)`,
      );
      await tamper('delete from cfs.audit_seals where tenant_id = $1 and sequence = 3');
    };
    await remove();
    await restore();
    for (const id of ids) {
      await change(id);
      clock.advance(1);
    }
    await sealAll();
    expect(await textsOf()).toEqual([]);
    await remove();
    for (const [table, row] of [
      ['audit_records', record],
      ['audit_seals', seal],
    ] as const)
      await database.asOwner(
        `insert into cfs.${table} select * from jsonb_populate_record(null::cfs.${table}, $1::jsonb)`,
        [JSON.stringify(row)],
      );
    await tamper('delete from cfs.audit_unsealed where tenant_id = $1');
    expect(await textsOf()).toEqual([fault]);
    await restore();
  });

  it('reports the removed head of a chain', async () => {
    await sealThree('Headless');
    await tamper('delete from cfs.audit_heads where tenant_id = $1');
    expect(await textsOf()).toEqual(['-: the head of the chain is missing']);
    await restore();
    expect(await textsOf()).toEqual([]);
  });

  it('reports the removed list of the chains while their heads exist', async () => {
    await sealThree('Unlisted');
    await database.asOwner('delete from cfs.audit_roster');
    expect((await verifyHeads({ gate, clock, keys })).faults).toEqual(['the list of the chains is missing']);
    await restore();
    expect((await verifyHeads({ gate, clock, keys })).faults).toEqual([]);
  });

  it('stops sealing after tampering until the chains are anchored again', async () => {
    await sealThree('Stopped');
    await tamper('delete from cfs.audit_seals where tenant_id = $1 and sequence = 3');
    await change('L4');
    await expect(sealAll()).rejects.toThrow('does not end where it was sealed');
    await tamper('update cfs.audit_heads set sequence = 2 where tenant_id = $1');
    await expect(sealAll()).rejects.toThrow('was not created by the server');
    await tamper('delete from cfs.audit_heads where $1::uuid is not null');
    await database.asOwner('delete from cfs.audit_roster');
    await expect(sealAll()).rejects.toThrow('the list of the chains are missing');
    expect((await verifyHeads({ gate, clock, keys })).faults).toEqual([
      expect.stringContaining('the list of the chains is missing'),
    ]);
    await restore();
    await sealAll();
    expect(await textsOf()).toEqual(['-: record <id> (Location L3) is not covered by a seal']);
  });
});

describe('a process that has sealed', () => {
  it('does not start new chains when chains, heads and their list were removed', async () => {
    await sealThree('Erased');
    for (const table of ['audit_roster', 'audit_heads', 'audit_seals']) await database.asOwner(`truncate cfs.${table}`);
    await change('L4');
    await expect(sealAll()).rejects.toThrow('the list of the chains are missing');
    expect(await database.asOwner('select * from cfs.audit_seals')).toEqual([]);
    await restore();
  });
});

describe('the heads of the chains', () => {
  it('are written to the log when they change, and to a file that the verification reads', async () => {
    await sealThree('Published');
    const lines: string[] = [];
    const directory = await mkdtemp(join(tmpdir(), 'cfs-heads-'));
    const path = join(directory, 'heads.jsonl');
    const failures: unknown[] = [];
    const log = pino({ level: 'info' }, { write: (line) => lines.push(line) });
    const sink = createAuditSink({ address: pathToFileURL(path), log, onFailure: () => failures.push(1) });
    const publisher = createHeadPublisher({ chain, log, sink });
    await publisher.publish();
    await publisher.publish();
    await sink.close();
    const own = (text: string) => text.split('\n').filter((line) => line.includes(tenantId));
    expect(own(lines.join(''))).toHaveLength(1);
    const heads = await readWrittenHeads(path);
    expect(heads.get(tenantId)).toMatchObject([{ sequence: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(await textsOf(heads.get(tenantId))).toEqual([]);
    await writeFile(path, `\n${await readFile(path, 'utf8')}\n \n`);
    expect(await readWrittenHeads(path)).toEqual(heads);
    await writeFile(path, 'nonsense\n');
    await expect(readWrittenHeads(path)).rejects.toThrow('line 1');
    expect(failures).toEqual([]);
    await rm(directory, { recursive: true });
  });

  it('are posted again until the receiver accepts them, only the latest of each tenant', async () => {
    const bodies: string[] = [];
    const authorizations: (string | undefined)[] = [];
    let refusals = 2;
    const peer = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        authorizations.push(request.headers.authorization);
        bodies.push(Buffer.concat(parts).toString());
        refusals -= 1;
        response.writeHead(refusals >= 0 ? 503 : 204).end();
      });
    });
    await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
    const { port } = peer.address() as AddressInfo;
    let failures = 0;
    const sink = createAuditSink({
      address: new URL(`http://audit:p%40ss@127.0.0.1:${port}/heads`),
      log: pino({ level: 'silent' }),
      onFailure: () => (failures += 1),
      firstPause: 1,
    });
    const head = { tenant: tenantId, hash: 'a'.repeat(64), time: clock.now().toISOString() };
    sink.write([{ ...head, sequence: 1 }]);
    sink.write([{ ...head, sequence: 2 }]);
    await expect
      .poll(() => bodies.at(-1) === `${JSON.stringify({ ...head, sequence: 2 })}\n` && refusals < 0)
      .toBe(true);
    await sink.close();
    expect(failures).toBe(2);
    expect(authorizations[0]).toBe(`Basic ${Buffer.from('audit:p@ss').toString('base64')}`);
    await new Promise((resolve) => peer.close(resolve));
  });
});
