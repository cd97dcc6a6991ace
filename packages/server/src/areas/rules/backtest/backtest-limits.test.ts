import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Actor } from '../../../platform/context.ts';
import { inTurn } from './backtest-turns.ts';
import { createTimeSlices } from './time-slices.ts';
import { entitiesIn, readAhead } from './replay-packets.ts';

const person = (userId: string, tenantId: string) => {
  const actor: Actor = { kind: 'person', userId, userName: `${userId}@example.com`, name: userId };
  return { actor, tenantId };
};

async function* piecesOf(...pieces: readonly string[]) {
  yield* pieces;
}

test('a person and a tenant can run one back-test at a time, and a node two', async () => {
  const held = Promise.withResolvers<string>();
  const first = inTurn(person('ada', 'one'), () => held.promise);
  await expect(inTurn(person('ada', 'two'), () => held.promise)).rejects.toMatchObject({ status: 429 });
  await expect(inTurn(person('ben', 'one'), () => held.promise)).rejects.toMatchObject({
    status: 429,
    detail: 'Another back-test of the tenant is running. Try again in a moment.',
  });
  const second = inTurn(person('ben', 'two'), () => held.promise);
  await expect(inTurn(person('cleo', 'three'), () => held.promise)).rejects.toMatchObject({
    status: 503,
    isIntended: true,
  });
  held.resolve('done');
  expect(await Promise.all([first, second])).toEqual(['done', 'done']);
  expect(await inTurn(person('ada', 'one'), async () => 'again')).toBe('again');
});

test('a back-test ends at the next slice after its caller has disconnected', () => {
  const gone = new AbortController();
  const slices = createTimeSlices(gone.signal);
  expect(slices.pass()).toBeUndefined();
  gone.abort();
  expect(() => slices.pass()).toThrow('aborted');
});

test('packets are grouped by entity, wherever the pieces are split', async () => {
  const [one, other] = ['0'.repeat(8), 'f'.repeat(8)].map((start) => start + randomUUID().slice(8));
  const text = [`${one} 1000 1000 "1"`, `${one} 2000 1000 "2"`, `${other} 1000 0 null`, ''].join('\n');
  const groups = [];
  for await (const entities of entitiesIn(readAhead(piecesOf(text.slice(0, 60), text.slice(60, 75), text.slice(75)))))
    groups.push(...entities);
  expect(groups).toEqual([
    {
      entityId: one,
      packets: [
        { time: 1_000, receivedAt: 2_000, json: '"1"' },
        { time: 2_000, receivedAt: 3_000, json: '"2"' },
      ],
    },
    { entityId: other, packets: [{ time: 1_000, receivedAt: 1_000, json: 'null' }] },
  ]);
});

test('an entity with more packets than fit in memory is refused, with advice', async () => {
  const entityId = randomUUID();
  const line = `${entityId} 1000 1000 "${'x'.repeat(1_000_000)}"\n`;
  const read = async () => {
    for await (const entities of entitiesIn(piecesOf(...Array.from({ length: 40 }, () => line)))) void entities;
  };
  await expect(read()).rejects.toMatchObject({
    status: 422,
    detail: expect.stringContaining('Choose a shorter period') as string,
  });
});

test('an error of the reader is thrown in the loop', async () => {
  async function* failing() {
    yield 'a';
    throw new Error('lost');
  }
  const read = async () => {
    for await (const piece of readAhead(failing())) void piece;
  };
  await expect(read()).rejects.toThrow('lost');
});
