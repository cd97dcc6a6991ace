import type { Services } from '../../../platform/services.ts';
import { portalOrigin } from '../../work-units/read-described-unit.ts';
import { packAnswer, type PackedAnswer } from './packed-answer.ts';
import { readStatusReport } from './read-status-report.ts';
import { statusFeed } from './status-feed.ts';
import { statusPage } from './status-page.ts';

/** A status page and its feed, ready to send. */
export interface PackedStatus {
  readonly page: PackedAnswer;
  readonly feed: PackedAnswer;
}

/** A page up to this age is sent without access to the database. */
export const freshMilliseconds = 5_000;
/** A page up to this age is sent while it is refreshed in the background. */
const staleMilliseconds = 30_000;
/** A page up to this age is sent if the database cannot be read. */
export const outageMilliseconds = 3_600_000;
/** Maximum number of cached pages of a process; the least recently refreshed are evicted. */
const pageLimit = 200;
/** Delay before a tenant that could not be read is read again. */
const retryMilliseconds = 1_000;

interface Entry {
  /** `undefined`: the tenant has no public page. */
  readonly status: PackedStatus | undefined;
  /** When it was read, in milliseconds since 1970. */
  readonly read: number;
  /** When the last attempt to read it again failed. */
  failed?: number;
}

/** The status pages of tenants, in the memory of this process. */
export interface StatusPages {
  /** The page of a tenant if it can be sent without waiting; it is refreshed in the background if that is due. */
  ready(tenantId: string): PackedStatus | undefined;
  /**
   * The page of a tenant, also if it has to be read; `undefined` if there is none. Throws the error of the database if
   * the page cannot be read and no cached one may be sent.
   */
  find(tenantId: string): Promise<PackedStatus | undefined>;
  /** Evicts the page of a tenant whose setting has changed. */
  evict(tenantId: string): void;
}

type Needs = Pick<Services, 'gate' | 'clock' | 'keys' | 'snapshot' | 'configuration' | 'log'>;

/**
 * Caches status pages. A tenant is read once at a time and at most once in five seconds, regardless of the number of
 * requests; unknown ids are detected by the access snapshot, without access to the database. `headers` are those of
 * every page and feed.
 */
export const createStatusPages = (services: Needs, headers: Readonly<Record<string, string>>): StatusPages => {
  const { clock, configuration, snapshot, log } = services;
  const entries = new Map<string, Entry>();
  const running = new Map<string, Promise<Entry>>();
  const now = (): number => clock.now().getTime();

  const render = async (tenantId: string): Promise<PackedStatus | undefined> => {
    const report = await readStatusReport(services, tenantId);
    if (!report) return undefined;
    const [page, feed] = await Promise.all([
      packAnswer('text/html; charset=utf-8', statusPage(report, configuration.companyName), headers),
      packAnswer('application/atom+xml; charset=utf-8', statusFeed(report, portalOrigin(configuration)), headers),
    ]);
    return { page, feed };
  };

  const store = (tenantId: string, entry: Entry): void => {
    entries.delete(tenantId);
    entries.set(tenantId, entry);
    const [oldest] = entries.keys();
    if (entries.size > pageLimit && oldest !== undefined) entries.delete(oldest);
  };

  const readOnce = (tenantId: string): Promise<Entry> => {
    const known = running.get(tenantId);
    if (known) return known;
    const read = now();
    const started: Promise<Entry> = render(tenantId)
      .then((status) => {
        const entry: Entry = { status, read };
        if (running.get(tenantId) === started) store(tenantId, entry);
        return entry;
      })
      .finally(() => {
        if (running.get(tenantId) === started) running.delete(tenantId);
      });
    running.set(tenantId, started);
    return started;
  };

  /** Reads the entry again; returns the cached one if that fails and it is not too old. */
  const readAgain = async (tenantId: string, known: Entry): Promise<Entry> => {
    if (known.failed !== undefined && now() - known.failed < retryMilliseconds) return known;
    try {
      return await readOnce(tenantId);
    } catch (error) {
      if (now() - known.read > outageMilliseconds) throw error;
      known.failed = now();
      log.warn({ err: error, tenantId }, 'a status page could not be read again');
      return known;
    }
  };

  return {
    ready(tenantId) {
      const known = entries.get(tenantId);
      if (!known) return undefined;
      const age = now() - known.read;
      if (age >= staleMilliseconds) return undefined;
      // Rejects only for entries older than `outageMilliseconds`, and this one is newer.
      if (age >= freshMilliseconds) void readAgain(tenantId, known);
      return known.status;
    },
    async find(tenantId) {
      const known = entries.get(tenantId);
      if (known)
        return now() - known.read < staleMilliseconds ? known.status : (await readAgain(tenantId, known)).status;
      if (!(await snapshot.current()).tenants.has(tenantId)) return undefined;
      return (await readOnce(tenantId)).status;
    },
    evict(tenantId) {
      entries.delete(tenantId);
      // A read in flight may be older than the change.
      running.delete(tenantId);
    },
  };
};
