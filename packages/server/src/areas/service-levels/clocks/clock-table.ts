import type { Selectable } from 'kysely';

/** A row of cfs.service_level_clocks. */
export interface ServiceLevelClockTable {
  tenant_id: string;
  work_unit_id: number;
  kind: number;
  /** The type and the severity by which the target was chosen. */
  work_unit_type_id: number;
  severity: number;
  target_minutes: number;
  warning_percent: number;
  /** `null` if every hour counts. */
  business_calendar_id: string | null;
  started: Date;
  /** Business time before `running_since`. */
  elapsed_milliseconds: number;
  running_since: Date | null;
  due: Date | null;
  warning_due: Date | null;
  /** When the target passed, or when a paused clock got a target that had passed already. */
  breached: Date | null;
  warning_raised: Date | null;
  breach_raised: Date | null;
  ended: Date | null;
  outcome: number | null;
  settled: Date | null;
}

export type ClockRow = Selectable<ServiceLevelClockTable>;
