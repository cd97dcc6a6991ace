import type {
  AttainmentRow,
  BusinessCalendar,
  BusinessCalendarCreate,
  BusinessCalendarRow,
  BusinessCalendarUpdate,
  ServiceLevelTarget,
  ServiceLevelTargetCreate,
  ServiceLevelTargetUpdate,
} from '@cfs/contracts/service-levels';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { useRefresh, useRows } from '../../lib/api/use-list.ts';

/** The targets of service levels. */
export const targetSet = '/v1/serviceleveltargets';
/** Business calendars. */
export const calendarSet = '/v1/businesscalendars';

interface Named {
  readonly name: string;
}

/** A target as the list shows it. */
export interface TargetRow extends ServiceLevelTarget {
  readonly tenant?: Named | null;
  readonly workUnitType?: Named | null;
  readonly businessCalendar?: Named | null;
}
/** The related entities that rows of targets expand. */
export const targetExpand = 'tenant,workUnitType,businessCalendar';

/** A calendar as the list shows it. */
export interface CalendarRow extends BusinessCalendarRow {
  readonly tenant?: Named | null;
}

/** The calendars that the caller sees, by name. */
export const useCalendars = (): readonly BusinessCalendarRow[] =>
  useRows<BusinessCalendarRow>(calendarSet, { orderBy: [{ field: 'name', direction: 'asc' }] }).data ?? [];

/** Creates a target, or changes the one with this id. */
export const useSaveTarget = () => {
  const refresh = useRefresh();
  return async (
    values: ServiceLevelTargetCreate | ServiceLevelTargetUpdate,
    targetId?: string,
  ): Promise<ServiceLevelTarget> => {
    const saved = targetId
      ? await api.post<ServiceLevelTarget>(`${targetSet}/${targetId}`, values)
      : await api.put<ServiceLevelTarget>(targetSet, values);
    await refresh(targetSet);
    return saved;
  };
};

/** A calendar with its hours and holidays. */
export const fetchCalendar = (calendarId: string): Promise<BusinessCalendar> =>
  api.get<BusinessCalendar>(`${calendarSet}/${calendarId}`);

/** A calendar with hours and holidays; `undefined` while loading or without an id. */
export const useCalendar = (calendarId: string | undefined): BusinessCalendar | undefined =>
  useQuery({
    queryKey: [calendarSet, 'one', calendarId],
    queryFn: () => fetchCalendar(calendarId ?? ''),
    enabled: calendarId !== undefined,
  }).data;

/** Creates a calendar, or changes the one with this id. */
export const useSaveCalendar = () => {
  const refresh = useRefresh();
  return async (
    values: BusinessCalendarCreate | BusinessCalendarUpdate,
    calendarId?: string,
  ): Promise<BusinessCalendar> => {
    const saved = calendarId
      ? await api.post<BusinessCalendar>(`${calendarSet}/${calendarId}`, values)
      : await api.put<BusinessCalendar>(calendarSet, values);
    await refresh(calendarSet, targetSet);
    return saved;
  };
};

/** How many clocks were met and breached in the last weeks; `undefined` while loading. */
export const useAttainment = (weeks: number) =>
  useQuery({
    queryKey: ['/v1/servicelevels/attainment', weeks],
    queryFn: async () =>
      (await api.get<{ readonly value: readonly AttainmentRow[] }>(`/v1/servicelevels/attainment?weeks=${weeks}`))
        .value,
  });
