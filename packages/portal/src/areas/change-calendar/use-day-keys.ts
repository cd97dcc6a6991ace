import { useEffect, useRef, type KeyboardEvent } from 'react';
import { dayAfter, placeAfter, type CalendarPlace } from './calendar-place.ts';
import type { CalendarControl } from './use-calendar.ts';

/** Days by which the keys move from one to another, a week in a row as the calendar shows it. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

const placeAfterKey = (place: CalendarPlace, key: string): CalendarPlace | undefined => {
  const days = steps[key];
  if (days !== undefined) return { ...place, date: dayAfter(place.date, days) };
  if (key === 'PageUp') return placeAfter(place, -1);
  if (key === 'PageDown') return placeAfter(place, 1);
  return undefined;
};

/** Marks the element that has the keyboard's day; there is one of them at a time. */
export const keyboardDay = (isKeyboardDay: boolean) =>
  ({ 'data-calendar-day': isKeyboardDay, tabIndex: isKeyboardDay ? 0 : -1 }) as const;

/**
 * Moves among the days with the arrow keys, and by a whole span with Page Up and Page Down; the focus goes along, into
 * another month too. Answers what takes the keys of the days' buttons.
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
