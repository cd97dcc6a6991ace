import { describe, expect, test } from 'vitest';
import type { Actor } from '../context.ts';
import { createSlots, type Slots } from './slots.ts';

const caller = (userId: string, tenantId: string) => {
  const actor: Actor = { kind: 'person', userId, userName: `${userId}@example.com`, name: userId };
  return { actor, tenantId };
};
const refusal = { detail: 'Too many.', retryAfterSeconds: 7 };
const refused = { status: 503, detail: 'Too many.', headers: { 'retry-after': '7' }, isIntended: true };

/** Work in a slot until `end` is called. */
const begin = (slots: Slots, userId: string, tenantId: string) => {
  const end = Promise.withResolvers<void>();
  let hasBegun = false;
  const done = slots(caller(userId, tenantId), () => {
    hasBegun = true;
    return end.promise;
  });
  done.catch(() => undefined);
  return { done, end: () => end.resolve(), hasBegun: () => hasBegun };
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('slots', () => {
  test('stay free for other tenants when one tenant has its share', async () => {
    const slots = createSlots({ ofAll: 3, ofTenant: 2 }, refusal);
    const held = [begin(slots, 'ada', 'one'), begin(slots, 'ben', 'one')];
    await expect(begin(slots, 'cleo', 'one').done).rejects.toMatchObject(refused);
    held.push(begin(slots, 'dan', 'two'));
    await settled();
    expect(held.map(({ hasBegun }) => hasBegun())).toEqual([true, true, true]);
    await expect(begin(slots, 'eve', 'three').done).rejects.toMatchObject(refused);
    for (const { end } of held) end();
    await Promise.all(held.map(({ done }) => done));
    expect(await slots(caller('cleo', 'one'), async () => 'again')).toBe('again');
  });

  test('stay free for other persons of the tenant, and are released when work fails', async () => {
    const slots = createSlots({ ofAll: 4, ofTenant: 3, ofActor: 1 }, refusal);
    const failing = slots(caller('ada', 'one'), () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    const held = begin(slots, 'ada', 'one');
    await expect(begin(slots, 'ada', 'two').done).rejects.toMatchObject(refused);
    expect(await slots(caller('ben', 'one'), async () => 'done')).toBe('done');
    held.end();
    await held.done;
  });

  test('go to the waiting tenant with the fewest slots, in order of arrival', async () => {
    const bounds = { ofAll: 2, ofTenant: 2, waitMilliseconds: 60_000, waitingOfTenant: 2 };
    const slots = createSlots(bounds, refusal);
    const [first, second] = [begin(slots, 'ada', 'one'), begin(slots, 'ada', 'one')];
    const [third, fourth] = [begin(slots, 'ada', 'one'), begin(slots, 'ada', 'one')];
    await expect(begin(slots, 'ada', 'one').done).rejects.toMatchObject(refused);
    const other = begin(slots, 'ben', 'two');
    const begun = async () => {
      await settled();
      return [third, fourth, other].map(({ hasBegun }) => hasBegun());
    };
    expect(await begun()).toEqual([false, false, false]);
    first.end();
    expect(await begun()).toEqual([false, false, true]);
    second.end();
    expect(await begun()).toEqual([true, false, true]);
    other.end();
    expect(await begun()).toEqual([true, true, true]);
    third.end();
    fourth.end();
    await Promise.all([third.done, fourth.done]);
  });

  test('are refused to work that has waited too long, which then never begins', async () => {
    const slots = createSlots({ ofAll: 1, ofTenant: 1, waitMilliseconds: 20, waitingOfTenant: 1 }, refusal);
    const held = begin(slots, 'ada', 'one');
    const late = begin(slots, 'ben', 'two');
    await expect(late.done).rejects.toMatchObject(refused);
    held.end();
    await held.done;
    expect(late.hasBegun()).toBe(false);
    expect(await slots(caller('cleo', 'two'), async () => 'done')).toBe('done');
  });
});
