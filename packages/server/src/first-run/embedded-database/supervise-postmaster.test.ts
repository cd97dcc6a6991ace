import { describe, expect, test } from 'vitest';
import { supervisePostmaster, maxFailures } from './supervise-postmaster.ts';
import type { Postmaster } from './postmaster.ts';

const log = { info() {}, warn() {} };

/** A PostgreSQL that ends when the test calls `end`. */
const postmaster = (): Postmaster & { readonly end: () => void } => {
  const ended = Promise.withResolvers<number | null>();
  const end = (): void => ended.resolve(null);
  return { ended: ended.promise, end, stop: async () => end() };
};

describe('a PostgreSQL that ends unexpectedly', () => {
  test('is reported as lost, with the last reason, after too many consecutive failures', async () => {
    const first = postmaster();
    let starts = 0;
    const restart = (): Promise<Postmaster> => {
      starts += 1;
      return Promise.reject(new Error(`no room (${starts})`));
    };
    const kept = supervisePostmaster({ postmaster: first, restart, log, firstPause: 1 });
    first.end();
    expect((await kept.ended)?.message).toBe(
      `The embedded database failed ${maxFailures} times in a row: no room (${maxFailures})`,
    );
    expect(starts).toBe(maxFailures);
  });

  test('is reported as lost if it ends soon after each start', async () => {
    const first = postmaster();
    let starts = 0;
    const restart = async (): Promise<Postmaster> => {
      starts += 1;
      const next = postmaster();
      next.end();
      return next;
    };
    const kept = supervisePostmaster({ postmaster: first, restart, log, firstPause: 1 });
    first.end();
    expect((await kept.ended)?.message).toMatch(/in a row: it ended unexpectedly\.$/);
    expect(starts).toBe(maxFailures);
  });

  test('is not restarted after it was stopped', async () => {
    const first = postmaster();
    const kept = supervisePostmaster({ postmaster: first, restart: () => Promise.reject(new Error('asked')), log });
    await kept.stop();
    expect(await kept.ended).toBeUndefined();
  });
});
