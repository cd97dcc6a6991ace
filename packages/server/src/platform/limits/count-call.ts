import { sql } from 'kysely';
import type { Limits } from '../configuration.ts';
import { actorId, type Context } from '../context.ts';
import type { ScopedDatabase } from '../database/gate.ts';
import { sourceOf } from '../http/source-of.ts';
import { tooManyRequests } from '../problems.ts';
import type { Services } from '../services.ts';

/** Calls that are cheap to make and expensive for others: call backs, units to triage, mails, stored pages and files. */
export type CountedCall = 'call-me' | 'request' | 'attachment' | 'mail' | 'preview';

/** Calls of visitors who are not signed in, counted by the address that they come from. */
export type CountedVisit = 'access-request' | 'subscription';

interface Bound {
  readonly max: (limits: Limits) => number;
  readonly spanMinutes: number;
  /** The message to the person who exceeds the limit. */
  readonly words: (max: number) => string;
}

const bounds: Readonly<Record<CountedCall | CountedVisit, Bound>> = {
  'access-request': {
    max: (limits) => limits.accessRequestsPerHour,
    spanMinutes: 60,
    words: (max) => `You can send ${max} access requests within an hour.`,
  },
  subscription: {
    max: (limits) => limits.subscriptionsPerHour,
    spanMinutes: 60,
    words: (max) => `You can subscribe ${max} addresses within an hour.`,
  },
  'call-me': {
    max: (limits) => limits.callMePer10Minutes,
    spanMinutes: 10,
    words: (max) => `You can ask to be called back ${max} times within 10 minutes.`,
  },
  request: {
    max: (limits) => limits.requestsPerHour,
    spanMinutes: 60,
    words: (max) => `You can create ${max} requests within an hour.`,
  },
  attachment: {
    max: (limits) => limits.attachedMebibytesPerHour,
    spanMinutes: 60,
    words: (max) => `You can attach ${max} MiB of files within an hour; each file counts as at least 1 MiB.`,
  },
  mail: {
    max: (limits) => limits.mailsPer10Minutes,
    spanMinutes: 10,
    words: (max) => `You can send ${max} mails within 10 minutes by notes, tests and actions.`,
  },
  preview: {
    max: (limits) => limits.mailsPer10Minutes,
    spanMinutes: 10,
    words: (max) => `You can preview ${max} mails within 10 minutes.`,
  },
};

const inWords = (seconds: number): string => {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

type Needs = Pick<Services, 'configuration' | 'metrics'>;
interface Counted {
  readonly kind: CountedCall | CountedVisit;
  readonly caller: string;
  readonly times: number;
}

const count = async ({ configuration, metrics }: Needs, db: ScopedDatabase, { clock }: Context, counted: Counted) => {
  const { kind, caller, times } = counted;
  const { spanMinutes, ...bound } = bounds[kind];
  const max = bound.max(configuration.limits);
  const now = clock.now();
  const [result] = await db.run<{ free: Date | null }>(
    sql`select gate.count_call(${kind}, ${caller}, ${times}::integer, ${now}::timestamptz,
      make_interval(mins => ${spanMinutes}::integer), ${max}::integer) as free where ${db.scopeGuard}`,
  );
  if (!result?.free) return;
  metrics.rateLimitRefusals.inc({ limit: kind });
  const wait = Math.max(1, Math.ceil((result.free.getTime() - now.getTime()) / 1_000));
  throw tooManyRequests(`${bound.words(max)} Try again in ${inWords(wait)}.`, wait);
};

/**
 * Counts calls of a person or machine in the transaction of their work: failed work does not count, all nodes share the
 * counter, and calls of one caller are serialised. Calls of the system are not counted. Throws a 429 problem beyond the
 * configured limit.
 */
export const countCall = async (
  services: Needs,
  db: ScopedDatabase,
  context: Context,
  kind: CountedCall,
  times = 1,
): Promise<void> => {
  const caller = actorId(context.actor);
  if (caller !== undefined && times > 0) await count(services, db, context, { kind, caller, times });
};

/** Counts a call of a visitor by its source, as {@link countCall} counts those of a person. */
export const countVisit = (services: Needs, db: ScopedDatabase, context: Context, kind: CountedVisit): Promise<void> =>
  count(services, db, context, { kind, caller: sourceOf(context.address ?? ''), times: 1 });
