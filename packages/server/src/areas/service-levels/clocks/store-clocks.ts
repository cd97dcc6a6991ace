import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { alarmOf } from './clock-state.ts';
import type { ClockRow } from './clock-table.ts';

/** Kind of the timers that raise warnings and breaches; the key is the unit and the kind of the clock. */
export const clockTimer = 'service-level-clock';

const keyOf = ({ work_unit_id: workUnitId, kind }: ClockRow): string => `${workUnitId}/${kind}`;

/** The clock that a timer's key names. */
export const clockOfKey = (key: string): { readonly workUnitId: number; readonly kind: number } => {
  const [workUnitId, kind] = key.split('/').map(Number);
  return { workUnitId: workUnitId ?? 0, kind: kind ?? 0 };
};

const columns = [
  'work_unit_type_id',
  'severity',
  'target_minutes',
  'warning_percent',
  'business_calendar_id',
  'elapsed_milliseconds',
  'running_since',
  'due',
  'warning_due',
  'breached',
  'warning_raised',
  'breach_raised',
  'ended',
  'outcome',
  'settled',
] as const satisfies readonly (keyof ClockRow)[];

/** Stores clocks of a locked unit, and schedules the timers of their events. */
export const storeClocks = async (
  { work }: Pick<Services, 'work'>,
  db: ScopedDatabase,
  context: Context,
  clocks: readonly ClockRow[],
): Promise<void> => {
  if (clocks.length === 0) return;
  await db
    .insertInto('service_level_clocks')
    .values([...clocks])
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'work_unit_id', 'kind'])
        .doUpdateSet((row) => Object.fromEntries(columns.map((name) => [name, row.ref(`excluded.${name}`)]))),
    )
    .execute();
  const now = context.clock.now();
  await work.schedule(
    db,
    clocks.flatMap((clock) => {
      const { raise, next } = alarmOf(clock, now);
      const due = raise === undefined ? next : now;
      return due === undefined ? [] : [{ tenantId: clock.tenant_id, kind: clockTimer, key: keyOf(clock), due }];
    }),
  );
};
