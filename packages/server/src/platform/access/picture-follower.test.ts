import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessTables } from '../../access-tables.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { AccessGate } from '../database/gate.ts';
import type { IdentitySource } from './identity-source.ts';
import { createPictureFollower } from './picture-follower.ts';

let server: TestServer;
let gate: AccessGate;
beforeAll(async () => {
  server = await startTestServer();
  gate = server.database.createGate({ clock: server.clock });
});
afterAll(() => server.close());

const setAddress = (userId: string, address: string): Promise<unknown> =>
  server.database.asOwner('update cfs.people set picture_address = $1 where user_id = $2', [address, userId]);

const addressOf = async (userId: string): Promise<string | null | undefined> => {
  const [row] = await server.database.asOwner<{ address: string | null }>(
    'select picture_address as address from cfs.people where user_id = $1',
    [userId],
  );
  return row?.address;
};

describe("the address of a person's picture", () => {
  it('follows the access token, checked once a day', async () => {
    const { userId, subject } = await server.person('Viewer');
    const call = async (picture: string): Promise<void> => {
      const token = await server.identity.sign({ sub: subject, picture });
      expect((await server.withCredential(token).get('/v1/currentUser')).status).toBe(200);
    };
    await call('https://pictures.example.com/first');
    await expect.poll(() => addressOf(userId)).toBe('https://pictures.example.com/first');
    await call('https://pictures.example.com/second');
    server.clock.advance(24 * 60 * 60 * 1_000);
    await call('https://pictures.example.com/third');
    await expect.poll(() => addressOf(userId)).toBe('https://pictures.example.com/third');
  });

  it('follows the userinfo of the person, and stays unchanged without it', async () => {
    const { userId, subject } = await server.person('Operator');
    let writes = 0;
    const follow = async (userInfo: IdentitySource['userInfo']): Promise<string | null | undefined> => {
      await setAddress(userId, 'known');
      const person = (await server.services.snapshot.refresh()).people.get(userId);
      if (!person) throw new Error('The person is not known.');
      const source = { ...server.identity.source, ...(userInfo && { userInfo }) };
      const { signIns } = accessTables;
      const log = pino({ level: 'silent' });
      const counted: AccessGate = {
        ...gate,
        access(work) {
          writes += 1;
          return gate.access(work);
        },
      };
      const follower = createPictureFollower({ source, gate: counted, signIns, clock: server.clock, log });
      writes = 0;
      await follower.follow(person, { sub: subject, exp: 0 }, 'token');
      return addressOf(userId);
    };
    expect(await follow(async () => ({ sub: subject, picture: 'https://new' }))).toBe('https://new');
    expect(await follow(async () => ({ sub: subject }))).toBeNull();
    expect(await follow(async () => ({ sub: 'another', picture: 'https://theirs' }))).toBe('known');
    expect(await follow(() => Promise.reject(new Error('The provider is away.')))).toBe('known');
    expect(await follow(undefined)).toBe('known');
    expect(writes).toBe(0);
    expect(await follow(async () => ({ sub: subject, picture: 'known' }))).toBe('known');
    expect(writes).toBe(0);
  });
});
