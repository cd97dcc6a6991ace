import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessTables } from '../../access-tables.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { systemTenantId } from '../context.ts';
import type { AccessGate } from '../database/gate.ts';
import type { AccessSnapshot } from './access-snapshot.ts';
import { createPersonFinder, type SubjectTie } from './person-finder.ts';

let server: TestServer;
let gate: AccessGate;
beforeAll(async () => {
  server = await startTestServer();
  gate = server.database.createGate({ clock: server.clock });
});
afterAll(() => server.close());

const { signIns, tieSubject } = accessTables;
const lines: { userId?: string; msg: string }[] = [];
const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });

/** Creates a finder for a provider with the given userinfo; without it, the provider has no such endpoint. */
const createFinder = (
  userInfo?: Readonly<Record<string, unknown>>,
  tie: SubjectTie = (person, signIn) => tieSubject(server.services, person, signIn),
  mailVerifiedClaim = 'email_verified',
) => {
  const tokens: string[] = [];
  const { identity, services, clock } = server;
  const finder = createPersonFinder({
    source: {
      ...identity.source,
      ...(userInfo && {
        userInfo: async (token: string) => {
          tokens.push(token);
          return userInfo;
        },
      }),
    },
    configuration: { mailVerifiedClaim },
    gate,
    signIns,
    tieSubject: tie,
    snapshots: services.snapshot,
    clock,
    log,
  });
  const find = async (claims: Readonly<Record<string, unknown>>, snapshot?: AccessSnapshot) =>
    finder.find(
      { sub: 'nobody', exp: 0, ...claims },
      `token of ${String(claims['sub'])}`,
      snapshot ?? (await services.snapshot.refresh()),
      () => undefined,
    );
  return { find, tokens };
};

const invite = async ({ enabled = true, prefix = '' } = {}): Promise<{
  userId: string;
  mail: string;
  subject: string;
}> => {
  const userId = randomUUID();
  const mail = `${prefix}${userId}@example.com`;
  await server.database.asOwner(
    `insert into cfs.people (tenant_id, user_id, mail, name, provider, enabled, created, created_by)
     values ($1, $2, $3, 'Invited', $4, $5, now(), 'test')`,
    [systemTenantId, userId, mail, server.identity.source.provider, enabled],
  );
  return { userId, mail, subject: `subject of ${userId}` };
};

const stored = async (userId: string) =>
  (
    await server.database.asOwner<{ subject: string | null; picture: string | null }>(
      'select subject, picture_address as picture from cfs.people where user_id = $1',
      [userId],
    )
  )[0];

const audited = (userId: string) =>
  server.database.asOwner(
    `select actor_name as actor, before->>'state' as before, after->>'state' as after
     from cfs.audit_records where entity = 'Person' and entity_id = $1`,
    [userId],
  );

describe('the person of an access token', () => {
  it('is found by the mail that the token marks as verified, without asking the provider', async () => {
    const { userId, mail, subject } = await invite();
    const { find, tokens } = createFinder({ sub: subject });
    const claims = { sub: subject, email: mail, email_verified: true, picture: 'https://pictures.example.com/one' };
    expect(await find(claims)).toMatchObject({ userId, subject });
    expect(await stored(userId)).toEqual({ subject, picture: 'https://pictures.example.com/one' });
    expect(await audited(userId)).toEqual([{ actor: 'sign-in', before: 'Invited', after: 'Active' }]);
    expect(tokens).toEqual([]);
  });

  it.each([true, 'true', 1, '1'])('is found by a mail that the configured claim verifies as %j', async (verified) => {
    const { userId, mail, subject } = await invite();
    const { find, tokens } = createFinder({ sub: subject }, undefined, 'xms_edov');
    expect(await find({ sub: subject, email: mail, xms_edov: verified })).toMatchObject({ userId });
    expect(tokens).toEqual([]);
  });

  it.each([{ email_verified: true }, { xms_edov: false }, { xms_edov: 0 }])(
    'is not found by a mail that only another claim verifies, or that the configured one denies: %j',
    async (marks) => {
      const { mail, subject } = await invite();
      const { find } = createFinder(undefined, undefined, 'xms_edov');
      expect(await find({ sub: subject, email: mail, ...marks })).toBeUndefined();
    },
  );

  it.each([true, 'true'])('is found by the mail of the userinfo, verified as %j', async (verified) => {
    const { userId, mail, subject } = await invite();
    const { find, tokens } = createFinder({ sub: subject, email: mail, email_verified: verified });
    expect(await find({ sub: subject, email: mail })).toMatchObject({ userId });
    expect(tokens).toEqual([`token of ${subject}`]);
    expect(await stored(userId)).toEqual({ subject, picture: null });
  });

  it.each([
    ['of another subject', { sub: 'another', email_verified: true }],
    ['without a verified mail', { email_verified: false }],
    ['with a mail that is not a text', { email: 7, email_verified: true }],
  ])('is not found by a userinfo %s', async (_what, information) => {
    const { userId, mail, subject } = await invite();
    const { find } = createFinder({ sub: subject, email: mail, ...information });
    expect(await find({ sub: subject })).toBeUndefined();
    expect(await stored(userId)).toMatchObject({ subject: null });
  });

  it.each(['K', '\u212A'])('is found by a mail in different case, for ASCII letters only: %s', async (letter) => {
    const { userId, mail, subject } = await invite({ prefix: 'k' });
    const { find } = createFinder();
    const found = await find({ sub: subject, email: mail.replace('k', letter), email_verified: true });
    expect(found?.userId).toBe(letter === 'K' ? userId : undefined);
    expect((await stored(userId))?.subject).toBe(letter === 'K' ? subject : null);
  });

  it('is not found by an unverified mail if the provider has no userinfo', async () => {
    const { mail, subject } = await invite();
    expect(await createFinder().find({ sub: subject, email: mail })).toBeUndefined();
  });

  it('is not found when disabled, before and after the first sign-in', async () => {
    const { find } = createFinder();
    const never = await invite({ enabled: false });
    const claims = { sub: never.subject, email: never.mail, email_verified: true };
    expect(await find(claims)).toBeUndefined();
    expect(await stored(never.userId)).toMatchObject({ subject: null });
    const once = await invite();
    const theirs = { sub: once.subject, email: once.mail, email_verified: true };
    expect(await find(theirs)).toMatchObject({ userId: once.userId });
    await server.database.asOwner('update cfs.people set enabled = false where user_id = $1', [once.userId]);
    expect(await find(theirs)).toBeUndefined();
  });

  it('is looked up again ten seconds after no invitation was found', async () => {
    const { mail, subject, userId } = await invite();
    const information: Record<string, unknown> = { sub: subject, email: mail, email_verified: false };
    const { find, tokens } = createFinder(information);
    expect(await find({ sub: subject })).toBeUndefined();
    information['email_verified'] = true;
    server.clock.advance(9_999);
    expect(await find({ sub: subject })).toBeUndefined();
    expect(tokens).toHaveLength(1);
    server.clock.advance(1);
    expect(await find({ sub: subject })).toMatchObject({ userId });
  });

  it('is looked up again once ten thousand other unknown subjects have evicted it', async () => {
    const { find, tokens } = createFinder({});
    const snapshot = await server.services.snapshot.refresh();
    const isLookedUp = async (sub: string): Promise<boolean> => {
      const before = tokens.length;
      await find({ sub }, snapshot);
      return tokens.length > before;
    };
    for (let index = 0; index < 10_000; index += 1) await isLookedUp(`stranger ${index}`);
    expect(await isLookedUp('stranger 0')).toBe(false);
    expect(await isLookedUp('one more')).toBe(true);
    expect(await isLookedUp('stranger 0')).toBe(true);
  });

  it('is the one that a concurrent call bound to the same subject', async () => {
    const [mine, theirs] = [await invite(), await invite()];
    const held = await server.database.hold(
      'update cfs.people set subject = $1 where user_id = $2',
      [mine.subject, theirs.userId],
      'commit',
    );
    const found = createFinder().find({ sub: mine.subject, email: mine.mail, email_verified: true });
    await expect
      .poll(() =>
        server.database.asOwner(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%update "people"%'`,
        ),
      )
      .toHaveLength(1);
    await held[Symbol.asyncDispose]();
    expect(await found).toMatchObject({ userId: theirs.userId });
    expect(await stored(mine.userId)).toMatchObject({ subject: null });
  });

  it('is tied and logged once by concurrent calls', async () => {
    const { userId, mail, subject } = await invite();
    const { find } = createFinder();
    const snapshot = await server.services.snapshot.refresh();
    lines.length = 0;
    const claims = { sub: subject, email: mail, email_verified: true };
    const found = await Promise.all([find(claims, snapshot), find(claims, snapshot), find(claims, snapshot)]);
    expect(found.map((person) => person?.userId)).toEqual([userId, userId, userId]);
    expect(lines.map(({ msg }) => msg)).toEqual(['a person was tied to a sign-in']);
  });

  it('is not a person tied to another account, which is logged once in five minutes', async () => {
    const { userId, mail, subject } = await invite();
    const { find } = createFinder();
    const claims = { email: mail, email_verified: true };
    await find({ ...claims, sub: subject });
    lines.length = 0;
    for (const seconds of [0, 11, 300]) {
      server.clock.advance(seconds * 1_000);
      expect(await find({ ...claims, sub: 'made again' })).toBeUndefined();
    }
    expect(lines.map((line) => [line.userId, line.msg])).toEqual(
      Array.from({ length: 2 }, () => [
        userId,
        'a sign-in was refused: its mail belongs to a person tied to another account of the provider',
      ]),
    );
    expect(JSON.stringify(lines)).not.toContain(subject);
  });

  it('is not bound while the database is unreachable', async () => {
    const { mail, subject } = await invite();
    const { find } = createFinder(undefined, () => Promise.reject(new Error('cut off')));
    await expect(find({ sub: subject, email: mail, email_verified: true })).rejects.toThrow('cut off');
  });
});
