import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { systemContext } from '../context.ts';
import type { Gate } from '../database/gate.ts';
import { errorTypeOf, type Span, type Tracing } from '../tracing/tracing.ts';
import { crashAt } from './kill-points.ts';
import { backoffAfter } from './backoff.ts';
import type { TimerHandler } from './step-handler.ts';
import { workScope } from './work-scope.ts';

interface Due {
  readonly tenant_id: string;
  readonly kind: string;
  readonly key: string;
}

interface Needs {
  readonly gate: Gate;
  readonly clock: Clock;
  readonly tracing?: Tracing | undefined;
}

/** The handler of a timer failed. The timer is retried with backoff, without a limit. */
export class TimerFailedError extends Error {
  override readonly name = 'TimerFailedError';
  readonly tenantId: string;

  constructor(message: string, tenantId: string, cause: unknown) {
    super(message, { cause });
    this.tenantId = tenantId;
  }
}

/** Timers of one tenant fired before those of another tenant. */
const timersPerTurn = 16;

/**
 * Fires due timers one by one. After several timers of one tenant other tenants are served first. Each call fires one
 * timer and returns whether there was one.
 */
export const createTimerRound = <Services extends Needs>(
  services: Services,
  handlers: Readonly<Record<string, TimerHandler<Services>>>,
): (() => Promise<boolean>) => {
  const fired = new Map<string, number>();
  return async () => {
    const served = [...fired].flatMap(([tenantId, count]) => (count >= timersPerTurn ? [tenantId] : []));
    const count = (tenantId: string): void => void fired.set(tenantId, (fired.get(tenantId) ?? 0) + 1);
    if (await runTimer(services, handlers, served, count)) return true;
    fired.clear();
    return served.length > 0 && runTimer(services, handlers, [], count);
  };
};

/**
 * Locks the most overdue timer outside the given tenants and runs its handler in the same transaction, so that it fires
 * once. Two workers never lock the same timer. Returns whether there was one.
 */
const runTimer = async <Services extends Needs>(
  services: Services,
  handlers: Readonly<Record<string, TimerHandler<Services>>>,
  served: readonly string[],
  onHeld: (tenantId: string) => void,
): Promise<boolean> => {
  const { gate, clock, tracing } = services;
  const all = systemContext({ name: 'worker', clock, tenantId: 'all' });
  let held: Due | undefined;
  let span: Span | undefined;
  try {
    await gate.write(all, workScope, async (db, change) => {
      held = undefined;
      const timer = await db
        .selectFrom('work_timers')
        .select(['tenant_id', 'kind', 'key', 'due'])
        .where('due', '<=', clock.now())
        .where((row) => row('kind', '=', row.fn.any(row.val(Object.keys(handlers)))))
        .where((row) => row('tenant_id', '<>', sql<string>`all (${[...served]}::uuid[])`))
        .orderBy('due')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      const handler = timer && handlers[timer.kind];
      if (!handler) return;
      held = timer;
      const { tenant_id: tenantId, key, due } = timer;
      span ??= tracing?.start(`timer ${timer.kind}`, { attributes: { 'cfs.tenant.id': tenantId } });
      const context = systemContext({
        name: 'worker',
        clock,
        tenantId,
        ...(span && { traceId: span.reference.traceId, span: span.reference }),
      });
      const next = await handler(db, change.as(context), { tenantId, key, due }, services);
      const row = { tenant_id: tenantId, kind: timer.kind, key };
      if (next)
        await db
          .updateTable('work_timers')
          .set({ due: next, failures: 0, detail: null })
          .where((where) => where.and(row))
          .execute();
      else
        await db
          .deleteFrom('work_timers')
          .where((where) => where.and(row))
          .execute();
      crashAt('timer-before-commit');
    });
  } catch (error) {
    span?.end(errorTypeOf(error));
    if (!held) throw error;
    onHeld(held.tenant_id);
    await postpone(services, held, error);
    throw new TimerFailedError(`The timer ${held.kind} ${held.key} failed.`, held.tenant_id, error);
  }
  span?.end();
  if (!held) return false;
  onHeld(held.tenant_id);
  crashAt('timer-after-commit');
  return true;
};

const postpone = async (
  { gate, clock }: { readonly gate: Gate; readonly clock: Clock },
  held: Due,
  error: unknown,
): Promise<void> => {
  const context = systemContext({ name: 'worker', clock, tenantId: held.tenant_id });
  await gate.write(context, workScope, async (db) => {
    const timer = await db
      .selectFrom('work_timers')
      .select('failures')
      .where((where) => where.and({ tenant_id: held.tenant_id, kind: held.kind, key: held.key }))
      .forUpdate()
      .executeTakeFirst();
    if (!timer) return;
    const failures = timer.failures + 1;
    await db
      .updateTable('work_timers')
      .set({
        failures,
        due: new Date(clock.now().getTime() + backoffAfter(failures)),
        detail: error instanceof Error ? error.message : String(error),
      })
      .where((where) => where.and({ tenant_id: held.tenant_id, kind: held.kind, key: held.key }))
      .execute();
  });
};
