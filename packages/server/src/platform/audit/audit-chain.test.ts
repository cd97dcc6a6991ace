import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { addTestTenant } from '../../testing/test-people.ts';
import { TurnableClock } from '../../testing/turnable-clock.ts';
import { systemContext } from '../context.ts';
import type { Gate } from '../database/gate.ts';
import { createAuditChain, type AuditChain } from './audit-chain.ts';

const clock = new TurnableClock();
let database: TestDatabase;
let gate: Gate;
let chain: AuditChain;
let tenantId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  gate = database.createGate({ clock });
  chain = createAuditChain(gate, clock);
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
  it('says who changed what, when and from where', async () => {
    await newTenant('Told');
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

describe('the chain of seals', () => {
  const sealAll = async (): Promise<void> => {
    while ((await chain.seal()) > 0);
  };

  it('covers every record and is whole', async () => {
    await newTenant('Whole');
    for (const id of ['L1', 'L2', 'L3']) await change(id);
    await sealAll();
    clock.advance(1_000);
    await change('L4');
    await sealAll();
    const seals = await database.asOwner('select sequence from cfs.audit_seals where tenant_id = $1 order by 1', [
      tenantId,
    ]);
    expect(seals).toEqual([1, 2, 3, 4].map((sequence) => ({ sequence })));
    expect(await chain.firstBreak(tenantId)).toBeUndefined();
  });

  it('seals nothing twice when two nodes seal at once', async () => {
    await newTenant('Twice');
    for (const id of ['L1', 'L2', 'L3']) await change(id);
    await Promise.all([sealAll(), sealAll(), sealAll()]);
    await sealAll();
    expect(await database.asOwner('select from cfs.audit_seals where tenant_id = $1', [tenantId])).toHaveLength(3);
    expect(await chain.firstBreak(tenantId)).toBeUndefined();
  });

  it.each([
    ['a changed record', `update cfs.audit_records set after = '{}' where entity_id = 'L2' and tenant_id = $1`],
    ['a removed record', `delete from cfs.audit_records where entity_id = 'L2' and tenant_id = $1`],
    ['a removed seal', 'delete from cfs.audit_seals where sequence = 2 and tenant_id = $1'],
  ])('shows %s at its place', async (_, tamper) => {
    await newTenant('Tampered');
    for (const id of ['L1', 'L2', 'L3']) {
      await change(id);
      clock.advance(1);
    }
    await sealAll();
    await database.asOwner(tamper, [tenantId]);
    expect(await chain.firstBreak(tenantId)).toBe(2);
  });
});
