import { useCallback, useMemo } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { readPlace, writePlace, type CalendarPlace, type Day } from './calendar-place.ts';

/** Where the calendar stands, kept in the address, and the ways to other places and into a work unit. */
export interface CalendarControl extends CalendarPlace {
  /** Goes to another place; `replace` adds no step to the browser's history. */
  readonly goTo: (place: CalendarPlace, options?: { readonly replace?: boolean }) => void;
  /** Shows a day by itself. */
  readonly openDay: (date: Day) => void;
  readonly openWorkUnit: (workUnitId: number) => void;
}

export const useCalendar = (): CalendarControl => {
  const [query, patch] = useAddressQuery();
  const { span, date } = readPlace(query);
  const goTo = useCallback<CalendarControl['goTo']>((place, options) => patch(writePlace(place), options), [patch]);
  return useMemo(
    () => ({
      span,
      date,
      goTo,
      openDay: (day) => goTo({ span: 'day', date: day }),
      openWorkUnit: (workUnitId) => patch({ workUnitId: String(workUnitId) }),
    }),
    [span, date, goTo, patch],
  );
};
