import { useCallback, useMemo } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { readPlace, writePlace, type CalendarPlace, type Day } from './calendar-place.ts';

/** The place of the calendar, stored in the URL, with functions that change it and open a work unit. */
export interface CalendarControl extends CalendarPlace {
  /** Changes the place; with `replace`, without a new entry in the browser's history. */
  readonly goTo: (place: CalendarPlace, options?: { readonly replace?: boolean }) => void;
  /** Shows a single day. */
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
