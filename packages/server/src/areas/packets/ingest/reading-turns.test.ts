import { describe, expect, it } from 'vitest';
import { createReadingTurns, type Sender } from './reading-turns.ts';

const bounds = { atOnce: 4, perTenant: 3, perCredential: 2, waiting: 2 };
const senderOf = (name: string): Sender => ({ tenantId: name.charAt(0), credential: name });

/** Requests turns in order and records their holders. */
const createAsker = () => {
  const turns = createReadingTurns(bounds);
  const holders: { name: string; end: () => void }[] = [];
  return {
    holders: () => holders.map(({ name }) => name),
    ask: (name: string): Promise<void> =>
      turns.take(senderOf(name)).then((end) => {
        holders.push({ name, end });
      }),
    async end(name: string): Promise<void> {
      const [holder] = holders.splice(
        holders.findIndex((each) => each.name === name),
        1,
      );
      holder?.end();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
};

describe('turns at reading large bodies', () => {
  it('limits the turns of a credential, of a tenant and in total', async () => {
    const asker = createAsker();
    for (const name of ['a1', 'a1', 'a1', 'a2', 'a2', 'b1', 'b1']) void asker.ask(name);
    await Promise.resolve();
    await Promise.resolve();
    expect(asker.holders()).toEqual(['a1', 'a1', 'a2', 'b1']);
    await asker.end('a2');
    expect(asker.holders()).toEqual(['a1', 'a1', 'b1', 'a2']);
  });

  it('gives turns to tenants in rotation, not in the order of requests', async () => {
    const asker = createAsker();
    for (const name of ['a1', 'a2', 'a3', 'b1']) void asker.ask(name);
    for (const name of ['a1', 'a2', 'b1', 'c1']) void asker.ask(name);
    await Promise.resolve();
    await Promise.resolve();
    await asker.end('a1');
    await asker.end('a2');
    await asker.end('a3');
    expect(asker.holders()).toEqual(['b1', 'a1', 'b1', 'c1']);
  });

  it('rejects with 429 only a credential of which too many bodies wait', async () => {
    const asker = createAsker();
    for (const name of ['a1', 'a1', 'a1', 'a1']) void asker.ask(name);
    await expect(asker.ask('a1')).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
    await asker.ask('a2');
    expect(asker.holders()).toEqual(['a1', 'a1', 'a2']);
  });
});
