import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Actor, Scope } from '../context.ts';
import { inTurn, type Exporter } from './export-turns.ts';

const actor = (userId: string): Actor => ({ kind: 'person', userId, userName: `${userId}@example.com`, name: userId });

const exporter = (
  who: Actor,
  tenantId: string = randomUUID(),
  scope: Scope = { kind: 'tenants', tenantIds: [tenantId] },
): Exporter => ({ context: { actor: who, tenantId, scopeOf: () => scope }, permission: 'Settings:view' });

/** Starts an export that runs until the test settles it. */
const begin = (...of: Parameters<typeof exporter>) => {
  const held = Promise.withResolvers<string>();
  return { ...held, answer: inTurn(exporter(...of), () => held.promise) };
};

test('a person runs two exports at a time, and a third once one of them has ended', async () => {
  const ada = actor('ada');
  const [first, second] = [begin(ada), begin(ada)];
  const refused = { status: 429, headers: { 'retry-after': '5' } };
  await expect(begin(ada).answer).rejects.toMatchObject(refused);
  first.resolve('first');
  expect(await first.answer).toBe('first');
  const third = begin(ada);
  await expect(begin(ada).answer).rejects.toMatchObject(refused);
  second.reject(new Error('cancelled'));
  await expect(second.answer).rejects.toThrow('cancelled');
  third.resolve('third');
  expect(await third.answer).toBe('third');
});

test('different people do not share a limit', async () => {
  const running = [begin(actor('ben')), begin(actor('ben')), begin(actor('cleo'))];
  for (const each of running) each.resolve('done');
  expect(await Promise.all(running.map(({ answer }) => answer))).toEqual(['done', 'done', 'done']);
});

test('the people of a tenant run two exports at a time, independently of other tenants', async () => {
  const [tenantId, other] = [randomUUID(), randomUUID()];
  const running = ['eve', 'finn'].map((name) => begin(actor(name), tenantId));
  await expect(begin(actor('gil'), tenantId).answer).rejects.toMatchObject({
    status: 429,
    detail: 'Other exports of the tenant are still running. Wait for them or cancel them.',
    headers: { 'retry-after': '5' },
  });
  running.push(begin(actor('gil'), other));
  for (const each of running) each.resolve('done');
  await Promise.all(running.map(({ answer }) => answer));
  const again = begin(actor('gil'), tenantId);
  again.resolve('again');
  expect(await again.answer).toBe('again');
});

test('callers of all tenants share a limit of two exports, which does not count for their tenants', async () => {
  const [tenantId, other] = [randomUUID(), randomUUID()];
  const everything: Scope = { kind: 'all' };
  const running = [begin(actor('hal'), tenantId, everything), begin(actor('ida'), tenantId, everything)];
  await expect(begin(actor('jo'), other, everything).answer).rejects.toMatchObject({
    status: 429,
    detail: 'Other exports of people of all tenants are still running. Wait for them.',
    headers: { 'retry-after': '5' },
  });
  running.push(begin(actor('kim'), tenantId), begin(actor('leo'), tenantId));
  for (const each of running) each.resolve('done');
  expect(await Promise.all(running.map(({ answer }) => answer))).toEqual(['done', 'done', 'done', 'done']);
});

test('a slot that the work releases early is released once', async () => {
  const dora = actor('dora');
  const held = begin(dora);
  await inTurn(exporter(dora), async (end) => {
    end();
    end();
  });
  const another = begin(dora);
  await expect(begin(dora).answer).rejects.toMatchObject({ status: 429 });
  for (const each of [held, another]) each.resolve('done');
  await Promise.all([held.answer, another.answer]);
});
