import { unavailable } from '../problems.ts';

/** The metadata of a provider, read when it is first needed and again hourly. */
export interface ProviderMetadata<Metadata> {
  /**
   * The latest that could be read.
   *
   * @throws Problem of status 503 until the first successful read.
   */
  readonly current: () => Promise<Metadata>;
  /** Reads it again, except during the pause after the last read, and resolves to the latest that could be read. */
  readonly renewed: () => Promise<Metadata>;
}

const maxAgeMilliseconds = 3_600_000;

/** Minimum time between two reads once one has succeeded. */
const pauseMilliseconds = 60_000;

/** Pauses after failures double up to this, until the first read succeeds. */
const maxRetryPauseMilliseconds = 16_000;

const firstRetryPauseMilliseconds = 1_000;

/**
 * Calls `read` for the metadata; one read at a time serves all callers. While it fails, the last metadata is kept, and
 * each failure is passed to `onStale`.
 */
export const createProviderMetadata = <Metadata>(
  read: (previous: Metadata | undefined) => Promise<Metadata>,
  onStale: (error: unknown) => void,
): ProviderMetadata<Metadata> => {
  let latest: { readonly metadata: Metadata; readonly at: number } | undefined;
  let reading: Promise<Metadata> | undefined;
  let failure = new Error('It was read a moment ago.');
  let failures = 0;
  let nextAt = -Infinity;

  const readOnce = async (): Promise<Metadata> => {
    try {
      const metadata = await read(latest?.metadata);
      const at = performance.now();
      latest = { metadata, at };
      failures = 0;
      nextAt = at + pauseMilliseconds;
      return metadata;
    } catch (error) {
      if (error instanceof Error) failure = error;
      const pause = Math.min(firstRetryPauseMilliseconds * 2 ** failures, maxRetryPauseMilliseconds);
      failures += 1;
      nextAt = performance.now() + (latest ? pauseMilliseconds : pause);
      if (latest) onStale(error);
      throw error;
    } finally {
      reading = undefined;
    }
  };

  /** Rejects with the last failure during the pause after it. */
  const readAgain = (): Promise<Metadata> => {
    if (!reading && performance.now() < nextAt) return Promise.reject(failure);
    reading ??= readOnce();
    return reading;
  };

  const first = async (): Promise<Metadata> => {
    try {
      return await readAgain();
    } catch (error) {
      throw unavailable('The identity provider cannot be reached at the moment.', 2, error);
    }
  };

  return {
    async current() {
      if (!latest) return first();
      if (performance.now() - latest.at >= maxAgeMilliseconds) readAgain().catch(() => undefined);
      return latest.metadata;
    },
    async renewed() {
      if (!latest) return first();
      const { metadata } = latest;
      return readAgain().catch(() => metadata);
    },
  };
};
