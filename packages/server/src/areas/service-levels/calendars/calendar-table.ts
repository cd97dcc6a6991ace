import type { Holiday, OpeningHours } from '@cfs/contracts/service-levels';
import type { ColumnType, Generated, Selectable } from 'kysely';

/** Written as JSON text. */
type Json<Value> = ColumnType<Value, string, string>;

/** A row of cfs.business_calendars; those of the System tenant are shared by all. */
export interface BusinessCalendarTable {
  tenant_id: string;
  business_calendar_id: string;
  name: string;
  time_zone: string;
  is_always_open: boolean;
  hours: Json<readonly OpeningHours[]>;
  holidays: Json<readonly Holiday[]>;
  holiday_count: Generated<number>;
  created: Date;
  created_by: string;
  modified: Date;
  modified_by: string;
}

export type BusinessCalendarRow = Selectable<BusinessCalendarTable>;
