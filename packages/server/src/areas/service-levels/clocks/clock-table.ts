import type { Selectable } from 'kysely';

/** A row of cfs.service_level_clocks. */
export interface ServiceLevelClockTable {
  tenant_id: string;
  work_unit_id: number;
  kind: number;
  /** What the target was chosen by. */
  work_unit_type_id: number;
  severity: number;
  target_minutes: number;
  warning_percent: number;
  /** `null` around the clock. */
  business_calendar_id: string | null;
  started: Date;
  /** Business time before `running_since`. */
  elapsed_milliseconds: number;
  running_since: Date | null;
  due: Date | null;
  warning_due: Date | null;
  /** When the target passed while the clock ran. */
  breached: Date | null;
  warning_raised: Date | null;
  breach_raised: Date | null;
  ended: Date | null;
  outcome: number | null;
  settled: Date | null;
}

export type ClockRow = Selectable<ServiceLevelClockTable>;
