import { z } from 'zod';
import { instant } from './text.ts';
import { severities, workUnitStates, type Severity, type WorkUnitState } from './work-unit-enumerations.ts';

/** Longest span that one look at the calendar covers, in days, and most changes that it answers. */
export const calendarDays = 62;
export const calendarLimit = 1_000;

/** Query of GET /v1/workunits/calendar: what is planned between two moments. */
export const calendarQuerySchema = z
  .object({ from: instant, to: instant })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'Must be later than from.' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= calendarDays * 86_400_000, {
    path: ['to'],
    message: `Must be at most ${calendarDays} days after from.`,
  });

/** A planned change. `overlaps` are the changes of the same tenant that touch the same resource at the same time. */
export const plannedChangeSchema = z.object({
  workUnitId: z.int(),
  publicWorkUnitId: z.int(),
  title: z.string(),
  tenantId: z.guid(),
  tenantName: z.string(),
  stateId: z.literal(Object.keys(workUnitStates) as WorkUnitState[]),
  severityId: z.literal(Object.keys(severities) as Severity[]),
  assignedTo: z.string().nullable(),
  plannedStartTime: z.iso.datetime(),
  plannedFinishTime: z.iso.datetime(),
  plannedOutage: z.boolean().nullable(),
  affectedResources: z.array(z.string()),
  overlaps: z.array(z.object({ workUnitId: z.int(), resources: z.array(z.string()) })),
});

/** Answer of the calendar, by start; `isComplete` is false when there is more than it answers. */
export const changeCalendarSchema = z.object({ value: z.array(plannedChangeSchema), isComplete: z.boolean() });

export type CalendarQuery = z.output<typeof calendarQuerySchema>;
export type PlannedChange = Readonly<z.infer<typeof plannedChangeSchema>>;
export type ChangeCalendar = Readonly<z.infer<typeof changeCalendarSchema>>;
