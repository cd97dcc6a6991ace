import { z } from 'zod';
import { instant } from './text.ts';
import { severities, workUnitStates, type Severity, type WorkUnitState } from './work-unit-enumerations.ts';

/** Longest span that one look at the calendar covers, in days. */
export const calendarDays = 62;

/** Most changes, and most occurrences of maintenance windows, that one look at the calendar answers. */
export const calendarLimit = 1_000;

/** Most overlaps, and most maintenance windows, that are told of one change. A change that has any is told one. */
export const overlapLimit = 20;

/** Most resources that are taken from the text of one change. */
export const resourceLimit = 50;

/** Tenants by their ids, separated by commas. */
const tenantIds = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.guid().toLowerCase()).max(300))
  .optional();

/**
 * Query of GET /v1/workunits/calendar: what is planned between two moments, in all tenants that the caller may see, in
 * `tenantIds` alone, or in all but `exceptTenantIds`.
 */
export const calendarQuerySchema = z
  .object({ from: instant, to: instant, tenantIds, exceptTenantIds: tenantIds })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'Must be later than from.' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= calendarDays * 86_400_000, {
    path: ['to'],
    message: `Must be at most ${calendarDays} days after from.`,
  });

/**
 * A planned change. `affectedResources` are named by its text, then by the devices and blocks that it relates to besides.
 * `overlaps` are changes of the same tenant that touch the same resource at the same time, clashes: the same by kind and
 * id where both are known so, by name otherwise; `resources` are those of the change in its own words.
 * `maintenance` are the windows of the tenant that cover one of its resources while it is under way; `isWhole` when the
 * change lies within the window with all of its time and resources. Of both, the first {@link overlapLimit} are told.
 */
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
  maintenance: z.array(z.object({ ruleId: z.guid(), name: z.string(), isWhole: z.boolean() })),
});

/**
 * One time that the window of a Maintenance rule is open. A time that is null lies beyond what was looked at, or the
 * rule names none. `timeZone` is the zone in which the rule states its times. `affectedResources` names the blocks,
 * devices and subscriptions that its conditions name, by id where the caller may not see the name; `isWholeTenant` says
 * that they narrow it no further than to its tenant, or to all tenants where `tenantId` is null.
 */
export const maintenanceWindowSchema = z.object({
  ruleId: z.guid(),
  name: z.string(),
  tenantId: z.guid().nullable(),
  tenantName: z.string().nullable(),
  timeZone: z.string(),
  startTime: z.iso.datetime().nullable(),
  finishTime: z.iso.datetime().nullable(),
  affectedResources: z.array(z.string()),
  isWholeTenant: z.boolean(),
});

/**
 * Answer of the calendar: changes and windows, each by start. `isComplete` and `hasAllWindows` are false when there are
 * more of them than it answers. Windows are those of rules that the caller may see.
 */
export const changeCalendarSchema = z.object({
  value: z.array(plannedChangeSchema),
  isComplete: z.boolean(),
  windows: z.array(maintenanceWindowSchema),
  hasAllWindows: z.boolean(),
});

export type CalendarQuery = z.output<typeof calendarQuerySchema>;
export type PlannedChange = Readonly<z.infer<typeof plannedChangeSchema>>;
export type MaintenanceWindow = Readonly<z.infer<typeof maintenanceWindowSchema>>;
export type ChangeCalendar = Readonly<z.infer<typeof changeCalendarSchema>>;
