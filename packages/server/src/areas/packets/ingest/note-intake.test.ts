import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemContext } from '../../../platform/context.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { findIntakeWait } from './find-intake-wait.ts';
import { noteIntake } from './note-intake.ts';

let server: TestServer;
let start: number;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => {
  start = server.clock.now().getTime();
});
afterEach(() => server.database.asOwner('truncate cfs.packet_intake'));

const at = (seconds: number): void => server.clock.set(new Date(start + seconds * 1_000));
const note = async (...seconds: readonly number[]): Promise<void> => {
  for (const each of seconds) {
    at(each);
    await noteIntake(server.services);
  }
};
/** Returns until when, in seconds from the start, a timer waits that runs at the given second. */
const look = async (seconds: number): Promise<number | undefined> => {
  at(seconds);
  const { gate, clock } = server.services;
  const context = systemContext({ name: 'test', clock, tenantId: 'all' });
  const end = await gate.write(context, 'Settings:edit', (db) => findIntakeWait(db, clock.now()));
  return end && (end.getTime() - start) / 1_000;
};

describe('the wait for agents after an outage', () => {
  it('does not apply to a new server, while a process takes packets, or after a short restart', async () => {
    expect(await look(0)).toBeUndefined();
    await note(0, 10, 20, 50);
    expect(await look(60)).toBeUndefined();
    expect(await look(80)).toBeUndefined();
  });

  it('lasts a minute from the return of the server', async () => {
    await note(0, 300, 310);
    expect(await look(311)).toBe(360);
    expect(await look(359)).toBe(360);
    expect(await look(360)).toBeUndefined();
  });

  it('starts with the first check if a worker starts first, and again once packets are taken', async () => {
    await note(0);
    expect(await look(300)).toBe(360);
    expect(await look(310)).toBe(360);
    await note(320, 330);
    expect(await look(331)).toBe(380);
    expect(await look(380)).toBeUndefined();
  });

  it('ends after a minute if no process takes packets, however late timers are', async () => {
    await note(0);
    expect(await look(300)).toBe(360);
    for (const seconds of [360, 1_000, 10_000]) expect(await look(seconds)).toBeUndefined();
  });

  it('does not apply to an outage within ten minutes of another', async () => {
    await note(0, 300, 400);
    expect(await look(401)).toBeUndefined();
    await note(900);
    expect(await look(901)).toBe(960);
  });

  it('is based on notes that a process writes from the moment at which it listens', async () => {
    expect(await server.database.asOwner('select from cfs.packet_intake')).toEqual([]);
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    await expect
      .poll(() => server.database.asOwner('select seen, returned from cfs.packet_intake'))
      .toEqual([{ seen: server.clock.now(), returned: null }]);
  });
});
