import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Actor } from '../context.ts';
import { inTurn } from './export-turns.ts';

const actor = (userId: string): Actor => ({ kind: 'person', userId, userName: `${userId}@example.com`, name: userId });

/** An export that runs until it is aborted. */
const begin = (who: Actor, tenantId = randomUUID()) => {
  const held = Promise.withResolvers<string>();
  return { ...held, answer: inTurn({ actor: who, tenantId }, () => held.promise) };
};

test('a person runs two exports at a time, and a third when one of them has ended', async () => {
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

test('people do not wait for one another', async () => {
  const running = [begin(actor('ben')), begin(actor('ben')), begin(actor('cleo'))];
  for (const each of running) each.resolve('done');
  expect(await Promise.all(running.map(({ answer }) => answer))).toEqual(['done', 'done', 'done']);
});

test('the people of a tenant run three exports at a time, whatever other tenants run', async () => {
  const [tenantId, other] = [randomUUID(), randomUUID()];
  const running = ['eve', 'eve', 'finn'].map((name) => begin(actor(name), tenantId));
  await expect(begin(actor('finn'), tenantId).answer).rejects.toMatchObject({ status: 429 });
  running.push(begin(actor('finn'), other));
  for (const each of running) each.resolve('done');
  await Promise.all(running.map(({ answer }) => answer));
  const again = begin(actor('finn'), tenantId);
  again.resolve('again');
  expect(await again.answer).toBe('again');
});

test('a slot that the work releases early is released once', async () => {
  const dora = actor('dora');
  const held = begin(dora);
  await inTurn({ actor: dora, tenantId: randomUUID() }, async (end) => {
    end();
    end();
  });
  const another = begin(dora);
  await expect(begin(dora).answer).rejects.toMatchObject({ status: 429 });
  for (const each of [held, another]) each.resolve('done');
  await Promise.all([held.answer, another.answer]);
});
