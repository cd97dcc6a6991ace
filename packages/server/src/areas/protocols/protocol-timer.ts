import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { TimerHandler } from '../../platform/durable-work/step-handler.ts';
import type { Services } from '../../platform/services.ts';
import type { OccasionAction } from '../actions/queue-actions.ts';
import { findAutomaticActions } from './find-automatic-actions.ts';

/** Kinds of the timers of protocols, and of the pages of units that one ring is told to. */
export const protocolTimer = 'protocol-timer';
export const protocolTimerPage = 'protocol-timer-page';

/**
 * Raises OnTimer for some of a protocol's units that still need work, in the caller's transaction: those with numbers
 * above `after`. Answers the last of them when there may be more.
 */
export type RaiseTimerEvents = (
  services: Pick<Services, 'work'>,
  db: ScopedDatabase,
  context: Context,
  ring: {
    readonly protocolId: string;
    readonly after: number;
    readonly actions: readonly OccasionAction[];
    readonly secondsLate: number;
  },
) => Promise<number | undefined>;

const second = 1_000;

/** Sets a protocol's timer to its interval from now. */
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

/** Tells one page of the protocol's open units that the timer rang, and sets a timer for the next page. */
const ringFor = async (
  raiseTimerEvents: RaiseTimerEvents,
  services: Services,
  db: ScopedDatabase,
  context: Context,
  ring: { readonly tenantId: string; readonly protocolId: string; readonly due: Date; readonly after: number },
): Promise<void> => {
  const { tenantId, protocolId, due } = ring;
  const actions = await findAutomaticActions(db, tenantId, protocolId, 'OnTimer');
  if (actions.length === 0) return;
  const late = context.clock.now().getTime() - due.getTime();
  const last = await raiseTimerEvents(services, db, context, {
    ...ring,
    actions,
    secondsLate: Math.floor(late / second),
  });
  if (last === undefined) return;
  const key = [protocolId, due.getTime(), last].join('/');
  await services.work.schedule(db, [{ tenantId, kind: protocolTimerPage, key, due: context.clock.now() }]);
};

/**
 * Raises OnTimer for the protocol's open units, if the protocol has something to do then, and sets the timer to its
 * next moment after now: however long nobody looked, it rings once.
 */
export const ringProtocolTimer =
  (raiseTimerEvents: RaiseTimerEvents): TimerHandler<Services> =>
  async (db, { context }, { tenantId, key, due }, services) => {
    const protocol = await db
      .selectFrom('protocols')
      .select('timer_seconds')
      .where('tenant_id', '=', tenantId)
      .where('protocol_id', '=', key)
      .executeTakeFirst();
    if (!protocol) return undefined;
    await ringFor(raiseTimerEvents, services, db, context, { tenantId, protocolId: key, due, after: 0 });
    const interval = protocol.timer_seconds * second;
    const missed = Math.floor((context.clock.now().getTime() - due.getTime()) / interval);
    return new Date(due.getTime() + (missed + 1) * interval);
  };

/** Goes on with the units after those that a ring was told to already. */
export const ringProtocolTimerPage =
  (raiseTimerEvents: RaiseTimerEvents): TimerHandler<Services> =>
  async (db, { context }, { tenantId, key }, services) => {
    const [protocolId = '', due, after] = key.split('/');
    await ringFor(raiseTimerEvents, services, db, context, {
      tenantId,
      protocolId,
      due: new Date(Number(due)),
      after: Number(after),
    });
    return undefined;
  };
