import { businessCalendarCreateSchema, serviceLevelTargetCreateSchema } from '@cfs/contracts/service-levels';
import type { Severity } from '@cfs/contracts/work-unit-enumerations';
import { createCalendar } from '../../areas/service-levels/calendars/write-calendars.ts';
import { createTarget } from '../../areas/service-levels/targets/write-targets.ts';
import type { Context } from '../../platform/context.ts';
import type { Services } from '../../platform/services.ts';

interface DemoTarget {
  readonly severity: Severity;
  readonly responseMinutes: number;
  readonly resolutionMinutes: number;
  readonly inOfficeHours: boolean;
}

const hour = 60;

const targets: readonly DemoTarget[] = [
  { severity: 'Sev0', responseMinutes: hour, resolutionMinutes: 24 * hour, inOfficeHours: false },
  { severity: 'Sev1', responseMinutes: 2 * hour, resolutionMinutes: 36 * hour, inOfficeHours: false },
  { severity: 'Sev2', responseMinutes: 2 * hour, resolutionMinutes: 18 * hour, inOfficeHours: true },
  { severity: 'Sev3', responseMinutes: 4 * hour, resolutionMinutes: 36 * hour, inOfficeHours: true },
];

const weekdays = [1, 2, 3, 4, 5];

/** Creates the service level targets of the tenant of the context; those of Sev2 and Sev3 count within office hours. */
export const createServiceLevels = async (services: Services, context: Context): Promise<void> => {
  const { tenantId } = context;
  const { businessCalendarId } = await createCalendar(
    services,
    context,
    businessCalendarCreateSchema.parse({
      tenantId,
      name: 'Office hours',
      timeZone: 'America/Los_Angeles',
      hours: weekdays.map((day) => ({ day, from: '07:00', until: '18:00' })),
      holidays: [{ date: '2026-01-01', name: "New Year's Day", isYearly: true }],
    }),
  );
  for (const { severity, inOfficeHours, ...times } of targets)
    await createTarget(
      services,
      context,
      serviceLevelTargetCreateSchema.parse({
        ...times,
        tenantId,
        severityId: severity,
        businessCalendarId: inOfficeHours ? businessCalendarId : null,
      }),
    );
};
