import type { TimeConditions } from '@cfs/contracts/rule-time-conditions';
import { z } from 'zod';
import { compact } from '../../../platform/tenant-configuration/compact.ts';

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

const clock = z.string().max(8).optional();

/** Time limitations in a file. */
export const timeSchema = z.strictObject({
  timeZone: z.string().min(1).max(100),
  from: z.string().max(40).optional(),
  to: z.string().max(40).optional(),
  daysOfWeek: z.array(z.enum(days)).max(7).optional(),
  daysOfMonth: z.array(z.int().min(1).max(31)).max(31).optional(),
  dailyFrom: clock,
  dailyTo: clock,
});

const orNothing = <Each>(list: readonly Each[] | null | undefined): readonly Each[] | undefined =>
  list && list.length > 0 ? list : undefined;

/** Converts stored limitations to the file format. */
export const toTimeItem = (time: TimeConditions) => ({
  timeZone: time.TimeZoneId,
  ...compact({
    from: time.StartRange,
    to: time.EndRange,
    daysOfWeek: orNothing(time.DaysOfWeek)?.map((day) => days[day]),
    daysOfMonth: orNothing(time.DaysOfMonth),
    dailyFrom: time.DailyStartTime,
    dailyTo: time.DailyEndTime,
  }),
});

/** Converts limitations of the file to the format of the body of a rule. */
export const toTimeConditions = (item: z.output<typeof timeSchema>) => ({
  TimeZoneId: item.timeZone,
  StartRange: item.from ?? null,
  EndRange: item.to ?? null,
  DaysOfWeek: item.daysOfWeek?.map((day) => days.indexOf(day)) ?? null,
  DaysOfMonth: item.daysOfMonth ?? null,
  DailyStartTime: item.dailyFrom ?? null,
  DailyEndTime: item.dailyTo ?? null,
});
