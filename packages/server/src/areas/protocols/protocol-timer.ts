import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { TimerHandler } from '../../platform/durable-work/step-handler.ts';
import type { Services } from '../../platform/services.ts';
import type { OccasionAction } from '../actions/queue-actions.ts';
import { findAutomaticActions } from './find-automatic-actions.ts';

/** Kinds of timers: of a protocol, and of the next page of units for one firing of it. */
export const protocolTimer = 'protocol-timer';
export const protocolTimerPage = 'protocol-timer-page';

/**
 * Raises OnTimer for a page of a protocol's units that still need work, with numbers above `after`, in the caller's
 * transaction. Returns the number of the last unit if there may be more.
 */
export type RaiseTimerEvents = (
  services: Pick<Services, 'work'>,
  db: ScopedDatabase,
  context: Context,
  firing: {
    readonly protocolId: string;
    readonly after: number;
    readonly actions: readonly OccasionAction[];
    readonly secondsLate: number;
  },
) => Promise<number | undefined>;

const second = 1_000;

/** Schedules a protocol's timer one interval from now. */
export const scheduleProtocolTimer = (
  { work }: Pick<Services, 'work'>,
  db: ScopedDatabase,
  context: Context,
  protocol: { readonly tenantId: string; readonly protocolId: string; readonly seconds: number },
): Promise<void> => {
  const { tenantId, protocolId: key, seconds } = protocol;
  const due = new Date(context.clock.now().getTime() + seconds * second);
  return work.schedule(db, [{ tenantId, kind: protocolTimer, key, due }]);
};

/** Raises OnTimer for one page of the protocol's open units and schedules a timer for the next page. */
const fireForPage = async (
  raiseTimerEvents: RaiseTimerEvents,
  services: Services,
  db: ScopedDatabase,
  context: Context,
  firing: { readonly tenantId: string; readonly protocolId: string; readonly due: Date; readonly after: number },
): Promise<void> => {
  const { tenantId, protocolId, due } = firing;
  const actions = await findAutomaticActions(db, tenantId, protocolId, 'OnTimer');
  if (actions.length === 0) return;
  const late = context.clock.now().getTime() - due.getTime();
  const last = await raiseTimerEvents(services, db, context, {
    ...firing,
    actions,
    secondsLate: Math.floor(late / second),
  });
  if (last === undefined) return;
  const key = [protocolId, due.getTime(), last].join('/');
  await services.work.schedule(db, [{ tenantId, kind: protocolTimerPage, key, due: context.clock.now() }]);
};

/**
 * Raises OnTimer for the protocol's open units, if it has automatic actions for that, and schedules the timer for its
 * next multiple after now. Missed intervals are not made up for: it fires once, however late it is.
 */
export const fireProtocolTimer =
  (raiseTimerEvents: RaiseTimerEvents): TimerHandler<Services> =>
  async (db, { context }, { tenantId, key, due }, services) => {
    const protocol = await db
      .selectFrom('protocols')
      .select('timer_seconds')
      .where('tenant_id', '=', tenantId)
      .where('protocol_id', '=', key)
      .executeTakeFirst();
    if (!protocol) return undefined;
    await fireForPage(raiseTimerEvents, services, db, context, { tenantId, protocolId: key, due, after: 0 });
    const interval = protocol.timer_seconds * second;
    const missed = Math.floor((context.clock.now().getTime() - due.getTime()) / interval);
    return new Date(due.getTime() + (missed + 1) * interval);
  };

/** Continues a firing with the units after those of the previous pages. */
export const fireProtocolTimerPage =
  (raiseTimerEvents: RaiseTimerEvents): TimerHandler<Services> =>
  async (db, { context }, { tenantId, key }, services) => {
    const [protocolId = '', due, after] = key.split('/');
    await fireForPage(raiseTimerEvents, services, db, context, {
      tenantId,
      protocolId,
      due: new Date(Number(due)),
      after: Number(after),
    });
    return undefined;
  };
