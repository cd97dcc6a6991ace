import { useEffect, useRef, type KeyboardEvent } from 'react';
import { dayAfter, placeAfter, type CalendarPlace } from './calendar-place.ts';
import type { CalendarControl } from './use-calendar.ts';

/** The number of days by which each arrow key moves; a row of the calendar is a week. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

const placeAfterKey = (place: CalendarPlace, key: string): CalendarPlace | undefined => {
  const days = steps[key];
  if (days !== undefined) return { ...place, date: dayAfter(place.date, days) };
  if (key === 'PageUp') return placeAfter(place, -1);
  if (key === 'PageDown') return placeAfter(place, 1);
  return undefined;
};

/** The attributes of a day's button: only the current day can be focused with Tab (roving tabindex). */
export const keyboardDay = (isKeyboardDay: boolean) =>
  ({ 'data-calendar-day': isKeyboardDay, tabIndex: isKeyboardDay ? 0 : -1 }) as const;

/**
 * Moves between days with the arrow keys, and by a span with Page Up and Page Down. The focus follows, also into
 * another month. Returns the ref and the key handler for the element around the days' buttons.
 */
export const useDayKeys = ({ span, date, goTo }: CalendarControl) => {
  const frame = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);
  useEffect(() => {
    if (!hasMoved.current) return;
    hasMoved.current = false;
    frame.current?.querySelector<HTMLElement>('[data-calendar-day="true"]')?.focus();
  }, [date]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const isDay = event.target instanceof HTMLElement && event.target.dataset['calendarDay'] !== undefined;
    const place = isDay ? placeAfterKey({ span, date }, event.key) : undefined;
    if (!place) return;
    event.preventDefault();
    hasMoved.current = true;
    goTo(place, { replace: true });
  };
  return { ref: frame, onKeyDown } as const;
};
