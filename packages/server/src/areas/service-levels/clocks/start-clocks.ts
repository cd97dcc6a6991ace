import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { findBusinessTimes } from '../calendars/find-business-times.ts';
import { findTargets } from '../targets/find-targets.ts';
import { motionIn, newClock, timeLeftOf, type UnitFacts } from './clock-state.ts';
import { storeClocks } from './store-clocks.ts';

/** The clocks of a unit that is about to be created. */
export interface StartedClocks {
  /** Columns of the unit. */
  readonly columns: ReturnType<typeof timeLeftOf>;
  /** Stores the clocks, once the unit has its number. */
  readonly store: (workUnitId: number) => Promise<void>;
}

/** Starts the clocks of a new unit of the tenant. Reads shared rows. */
export const startClocks = async (
  services: Pick<Services, 'work'>,
  db: ScopedDatabase,
  context: Context,
  tenantId: string,
  facts: UnitFacts,
): Promise<StartedClocks> => {
  const targets = await findTargets(db, tenantId, facts);
  const times = await findBusinessTimes(
    db,
    [...targets.values()].map(({ calendarId }) => calendarId),
  );
  const now = context.clock.now();
  const clocks = [...targets].map(([kind, target]) =>
    newClock(
      { tenantId, workUnitId: 0, kind },
      facts,
      target,
      motionIn(kind, facts.state),
      now,
      times(target.calendarId),
    ),
  );
  return {
    columns: timeLeftOf(clocks),
    store: (workUnitId) =>
      storeClocks(
        services,
        db,
        context,
        clocks.map((clock) => ({ ...clock, work_unit_id: workUnitId })),
      ),
  };
};
