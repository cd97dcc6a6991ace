import { z } from 'zod';
import { instant } from './text.ts';
import { severities, workUnitStates, type Severity, type WorkUnitState } from './work-unit-enumerations.ts';

/** Maximum span of one calendar query, in days. */
export const calendarDays = 62;

/** Maximum number of overlaps, and of maintenance windows, listed for one change. */
export const overlapLimit = 20;

/** Maximum number of resources extracted from the text of one change. */
export const resourceLimit = 50;

/** Comma-separated tenant ids. */
const tenantIds = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.guid().toLowerCase()).max(300))
  .optional();

/**
 * Query of GET /v1/workunits/calendar: changes planned between two instants, in all tenants that the caller may see,
 * only in `tenantIds`, or in all except `exceptTenantIds`.
 */
export const calendarQuerySchema = z
  .object({ from: instant, to: instant, tenantIds, exceptTenantIds: tenantIds })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'Must be later than from.' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= calendarDays * 86_400_000, {
    path: ['to'],
    message: `Must be at most ${calendarDays} days after from.`,
  });

/**
 * A planned change.
 *
 * `affectedResources`: resources named in its text, then related devices and blocks.
 *
 * `overlaps`: changes of the same tenant that affect the same resource at the same time. Resources are equal by kind
 * and id where both are known, otherwise by name; `resources` uses the wording of the change.
 *
 * `maintenance`: windows of the tenant that cover one of its resources during the change; `isWhole` when the window
 * covers all of its time and resources.
 *
 * Both lists are truncated to {@link overlapLimit}.
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

/** A change that others clash with: what identifies it, and its times. */
export const clashPartnerSchema = plannedChangeSchema.pick({
  workUnitId: true,
  publicWorkUnitId: true,
  title: true,
  plannedStartTime: true,
  plannedFinishTime: true,
});

/**
 * One occurrence of a Maintenance rule's window. A null time lies outside the queried span, or the rule has none.
 * `timeZone` is the zone of the rule's times. `affectedResources` names the blocks, devices and subscriptions of its
 * conditions, by id where the caller may not see the name. `isWholeTenant`: the conditions restrict it to its tenant
 * only, or to all tenants when `tenantId` is null.
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
 * Answer of the calendar: changes and windows, ordered by start. `isComplete` and `hasAllWindows` are false when the
 * list was truncated. Contains only windows of rules that the caller may see.
 *
 * `clashPartners`: changes outside the span that are named in `overlaps` of those within it, ordered by start.
 */
export const changeCalendarSchema = z.object({
  value: z.array(plannedChangeSchema),
  clashPartners: z.array(clashPartnerSchema),
  isComplete: z.boolean(),
  windows: z.array(maintenanceWindowSchema),
  hasAllWindows: z.boolean(),
});

export type CalendarQuery = z.output<typeof calendarQuerySchema>;
export type PlannedChange = Readonly<z.infer<typeof plannedChangeSchema>>;
export type ClashPartner = Readonly<z.infer<typeof clashPartnerSchema>>;
export type MaintenanceWindow = Readonly<z.infer<typeof maintenanceWindowSchema>>;
export type ChangeCalendar = Readonly<z.infer<typeof changeCalendarSchema>>;
